#include <vector>
#include <string>
#include <iostream>
struct A { virtual ~A() {} virtual int f() = 0; };
struct B : A { int f() override { throw 5; } };
int g(A *a) { try { return a->f(); } catch (int x) { return x; } catch (...) { return -1; } }
int main() { B b; std::vector<std::string> v{"a","b"}; for (auto &s : v) std::cout << s; return g(&b); }
