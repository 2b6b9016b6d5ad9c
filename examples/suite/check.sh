#!/bin/sh
# The tests of calc, by tested function.
set -eu

# expect RESULT ARGUMENTS...
expect() {
    expected=$1
    shift
    [ "$(./calc "$@")" = "$expected" ] || {
        echo "calc $*: expected $expected"
        exit 1
    }
}

case $1 in
    add)
        expect 2 add 2 0
        expect 4 add 4 0
        ;;
    sum)
        total=0
        for n in 0 1 2 3; do
            total=$((total + n))
            expect $total sum $n
        done
        ;;
esac
