/* Sorting small arrays in place. */

void bubble_sort(int a[], int n) {
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (a[j] > a[j + 1]) {
                int held = a[j];
                a[j] = a[j + 1];
                a[j + 1] = held;
            }
}

void insertion_sort(int a[], int n) {
    for (int i = 1; i < n; i++) {
        int held = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > held) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = held;
    }
}

void quick_sort(int a[], int low, int high) {
    if (low >= high)
        return;
    int pivot = a[high];
    int border = low;
    for (int i = low; i < high; i++)
        if (a[i] < pivot) {
            int held = a[i];
            a[i] = a[border];
            a[border] = held;
            border++;
        }
    a[high] = a[border];
    a[border] = pivot;
    quick_sort(a, low, border - 1);
    quick_sort(a, border + 1, high);
}

/* Hoare's FIND: moves elements so that a[f] is where sorting would put it. */
void find(int a[], int n, int f) {
    int m = 0;
    int last = n - 1;
    while (m < last) {
        int r = a[f];
        int i = m;
        int j = last;
        while (i <= j) {
            while (a[i] < r)
                i++;
            while (r < a[j])
                j--;
            if (i <= j) {
                int held = a[i];
                a[i] = a[j];
                a[j] = held;
                i++;
                j--;
            }
        }
        if (f <= j)
            last = j;
        else if (i <= f)
            m = i;
        else
            return;
    }
}

/* Mutants, counted by hand.
     bubble_sort by symbmc: AOR 26, ROR 15, IVI 62
     bubble_sort by sufficient: AOR 26, ROR 21, ABS 66, UOI 83
     insertion_sort by symbmc: AOR 14, ROR 15, IVI 52
     insertion_sort by sufficient: AOR 14, ROR 21, ABS 51, LCR 1, UOI 81
     quick_sort by symbmc: AOR 10, ROR 15, IVI 85
     quick_sort by sufficient: AOR 10, ROR 21, ABS 87, UOI 161
     find by symbmc: AOR 8, ROR 35, IVI 94
     find by sufficient: AOR 8, ROR 49, ABS 93, UOI 185
*/
