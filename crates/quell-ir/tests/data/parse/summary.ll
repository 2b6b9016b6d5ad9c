; Entries of a link-time summary are skipped.

@any = global i32 0

^0 = module: (path: "x.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "any", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 0, writeonly: 0, constant: 0, vcall_visibility: 0))))
