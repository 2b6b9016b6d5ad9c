// A seed with unwinding and virtual calls.
struct Animal { virtual int legs() const; virtual ~Animal(); };
struct Bird : Animal { int legs() const override { return 2; } };
int may_throw(int);
int count(const Animal *a) {
  Bird bird;
  try { return a->legs() + may_throw(bird.legs()); } catch (int x) { return x; } catch (...) { throw; }
}
