struct flags { unsigned low : 5; };
long quotient(const struct flags *f)
{
    return f->low / 7L;
}
