/* A controller in the manner of a traffic collision avoidance system: whether an aircraft is told to climb or to descend. */

#include <quell.h>

enum advice { NONE, CLIMB, DESCEND };

struct traffic {
    int separation;        /* vertical, in feet */
    int high_confidence;
    int report_valid;
    int own_altitude;
    int own_rate;
    int other_altitude;
    int level;             /* of the altitude layer, 0 to 3 */
    int separation_above;  /* after climbing */
    int separation_below;  /* after descending */
    int other_intent;      /* 0: none, 1: it does not climb, 2: it does not descend */
    int other_equipped;
    int climb_inhibited;
};

static const int alert_limit[4] = {400, 500, 640, 740};

static int above_after_climb(const struct traffic *t) {
    return t->climb_inhibited ? t->separation_above + 100 : t->separation_above;
}

static int own_below(const struct traffic *t) { return t->own_altitude < t->other_altitude; }

static int own_above(const struct traffic *t) { return t->other_altitude < t->own_altitude; }

static int may_climb(const struct traffic *t, int limit) {
    int prefers_up = above_after_climb(t) > t->separation_below;
    if (prefers_up)
        return !own_below(t) || (own_below(t) && !(t->separation_below >= limit));
    return own_above(t) && t->separation >= 300 && t->separation_above >= limit;
}

static int may_descend(const struct traffic *t, int limit) {
    int prefers_up = above_after_climb(t) > t->separation_below;
    if (prefers_up)
        return own_below(t) && t->separation >= 300 && t->separation_below >= limit;
    return !own_above(t) || (own_above(t) && t->separation_above >= limit);
}

enum advice advise(const struct traffic *t) {
    quell_assume(t->level >= 0);
    quell_assume(t->level <= 3);
    quell_assume(t->separation_above <= 10000);
    int limit = alert_limit[t->level];
    int enabled = t->high_confidence && t->own_rate <= 600 && t->separation > 600;
    int equipped = t->other_equipped;
    int intent_unknown = t->report_valid && t->other_intent == 0;
    if (enabled && ((equipped && intent_unknown) || !equipped)) {
        int up = may_climb(t, limit) && own_below(t);
        int down = may_descend(t, limit) && own_above(t);
        if (up && down)
            return NONE;
        if (up)
            return CLIMB;
        if (down)
            return DESCEND;
    }
    return NONE;
}
