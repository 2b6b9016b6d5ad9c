; verify: no
; llvm-as: no
; Types without a size known here: read and kept, though nothing runs them.

declare token @token()
declare x86_amx @amx(<vscale x 8 x ptr>)

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a, i32 %x) {
  %1 = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %2 = shufflevector <vscale x 4 x i32> %1, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %3 = add <vscale x 4 x i32> %a, %2
  ret <vscale x 4 x i32> %3
}
