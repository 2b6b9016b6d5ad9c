int area(int width, int height);
int border(int width, int height);
