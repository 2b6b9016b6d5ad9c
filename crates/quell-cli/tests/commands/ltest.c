/* As LTest annotates a program; its hyperlabels stand in ltest.hyperlabels. */
#ifndef pc_label
#define pc_label(...) do{}while(0)
#endif
#ifndef pc_label_bindings
#define pc_label_bindings(...) do{}while(0)
#endif
#ifndef pc_label_sequence
#define pc_label_sequence(...) do{}while(0)
#endif
#ifndef pc_label_sequence_condition
#define pc_label_sequence_condition(...) do{}while(0)
#endif

int inside(int x, int low, int high)
{
  pc_label(x == low,1UL,"EDGE");
  pc_label(x == low && x != low,2UL,"EDGE");
  pc_label_bindings(x >= low && x <= high,3UL,"CACC",1,1,"pa",x >= low && x <= high);
  pc_label_bindings(! (x >= low) && x <= high,4UL,"CACC",1,1,"pb",
                    x >= low && x <= high);
  pc_label_bindings(x > low && x >= low,5UL,"CACC",2,1,"pa",x > low || x >= low);
  pc_label_bindings(x > low && ! (x >= low),6UL,"CACC",2,1,"pb",
                    x > low || x >= low);
  pc_label_bindings(x >= low,7UL,"RACC",3,2,"cA1",x <= high,"cA2",low < high);
  pc_label_bindings(! (x >= low),8UL,"RACC",3,2,"cB1",x <= high,"cB2",low < high);
  return x >= low && x <= high;
}

int scaled(int x)
{
  int y;
  pc_label_sequence_condition(0,"12");
  y = 1;
  pc_label_sequence(1,1UL,1,2,"12",0);
  pc_label_sequence(1,2UL,1,2,"12",0);
  if (x > 10) {
    pc_label_sequence_condition(0,"12");
    y = 2;
    pc_label_sequence(1,3UL,1,2,"12",0);
  }
  if (x > 20) {
    pc_label_sequence(1,1UL,2,2,"12",0);
    pc_label_sequence(1,3UL,2,2,"12",0);
    return y;
  }
  pc_label_sequence(1,2UL,2,2,"12",0);
  return x / y;
}
