/* Sorting arrays, and what it needs. */

/* More elements are not sorted by the algorithms that need a second array. */
#define MOST 4

void exchange(int items[], int i, int j) {
    int held = items[i];
    items[i] = items[j];
    items[j] = held;
}

void bubble_sort(int items[], int n) {
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (items[j] > items[j + 1]) {
                int held = items[j];
                items[j] = items[j + 1];
                items[j + 1] = held;
            }
}

void bubble_sort_down(int items[], int n) {
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (items[j] < items[j + 1]) {
                int held = items[j];
                items[j] = items[j + 1];
                items[j + 1] = held;
            }
}

void insertion_sort(int items[], int n) {
    for (int i = 1; i < n; i++) {
        int held = items[i];
        int j = i - 1;
        while (j >= 0 && items[j] > held) {
            items[j + 1] = items[j];
            j--;
        }
        items[j + 1] = held;
    }
}

void selection_sort(int items[], int n) {
    for (int i = 0; i < n - 1; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (items[j] < items[least])
                least = j;
        int held = items[i];
        items[i] = items[least];
        items[least] = held;
    }
}

void shell_sort(int items[], int n) {
    for (int gap = n / 2; gap > 0; gap = gap / 2)
        for (int i = gap; i < n; i++) {
            int held = items[i];
            int j = i;
            while (j >= gap && items[j - gap] > held) {
                items[j] = items[j - gap];
                j = j - gap;
            }
            items[j] = held;
        }
}

/* Moves the median of the first, the middle and the last element to the left end. */
void median_left(int items[], int n) {
    if (n < 3)
        return;
    int middle = n / 2, last = n - 1;
    int a = items[0], b = items[middle], c = items[last];
    if ((a <= b && b <= c) || (c <= b && b <= a)) {
        items[0] = b;
        items[middle] = a;
    } else if ((a <= c && c <= b) || (b <= c && c <= a)) {
        items[0] = c;
        items[last] = a;
    }
}

static void sort_range(int items[], int low, int high) {
    if (low >= high)
        return;
    int pivot = items[high], border = low;
    for (int i = low; i < high; i++)
        if (items[i] < pivot) {
            int held = items[i];
            items[i] = items[border];
            items[border] = held;
            border++;
        }
    items[high] = items[border];
    items[border] = pivot;
    sort_range(items, low, border - 1);
    sort_range(items, border + 1, high);
}

void quick_sort(int items[], int n) {
    if (n > 1 && n <= MOST)
        sort_range(items, 0, n - 1);
}

/* Merges two sorted arrays into a third one. */
void merge_ordered(const int a[], int n, const int b[], int m, int merged[]) {
    int i = 0, j = 0, k = 0;
    while (i < n && j < m) {
        if (a[i] <= b[j]) {
            merged[k] = a[i];
            i++;
        } else {
            merged[k] = b[j];
            j++;
        }
        k++;
    }
    while (i < n)
        merged[k++] = a[i++];
    while (j < m)
        merged[k++] = b[j++];
}

/* Merges sorted runs of growing length. */
void merge_sort(int items[], int n) {
    int held[MOST];
    if (n > MOST)
        return;
    for (int width = 1; width < n; width = width * 2)
        for (int low = 0; low + width < n; low = low + width * 2) {
            int middle = low + width;
            int high = middle + width < n ? middle + width : n;
            int i = low, j = middle;
            for (int k = low; k < high; k++)
                if (j >= high || (i < middle && items[i] <= items[j]))
                    held[k] = items[i++];
                else
                    held[k] = items[j++];
            for (int k = low; k < high; k++)
                items[k] = held[k];
        }
}

/* Sorts numbers below 16 by one binary digit after the other. */
void radix_sort(unsigned char items[], int n) {
    unsigned char held[MOST];
    if (n > MOST)
        return;
    for (int digit = 0; digit < 4; digit++) {
        int to = 0;
        for (int i = 0; i < n; i++)
            if ((items[i] >> digit & 1) == 0)
                held[to++] = items[i];
        for (int i = 0; i < n; i++)
            if ((items[i] >> digit & 1) == 1)
                held[to++] = items[i];
        for (int i = 0; i < n; i++)
            items[i] = held[i];
    }
}

/* Writes one array behind the other. */
void concatenate(const int a[], int n, const int b[], int m, int all[]) {
    for (int i = 0; i < n; i++)
        all[i] = a[i];
    for (int i = 0; i < m; i++)
        all[n + i] = b[i];
}
