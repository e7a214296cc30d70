/* Animals-N: the system of Sources/Generators/Products/Benchmarks/AnimalsN.swift, in Spin's language.
 *
 * A store with a serial listener over N animals. People load, add, update and delete; what they ask for waits in the
 * mail, at most four operations, and its head is answered in one step. One of the answers may be a failure.
 *
 *   spin -DN=4 -a animals-n.pml
 *   cc -O3 -DSAFETY -DNOREDUCE -DNOFAIR -o pan pan.c
 *   ./pan -m1000000          all states; add -i for the shortest counterexample
 *
 * An operation is one byte: its kind and its animal.
 */
#ifndef N
#define N 4
#endif
#define K 4

#define NONE 0
#define WAITING 1
#define SUCCESS 2
#define FAILURE 3

#define FETCH_CATEGORIES 1
#define FETCH_ANIMALS 2
#define RELOAD 3
#define ADD_A 4
#define ADD_B 5
#define UPDATE_A 6
#define UPDATE_B 7
#define DELETE 8
#define OPERATION(kind, id) ((kind) * 8 + (id))

byte data[N];
byte database[N];
byte queue[N];
byte categoriesStatus;
byte animalsStatus;
byte mail[K];
byte length;
byte faultsLeft = 1;

/* Whether an addition of the animal is in the mail: follows from the mail. */
bool adding[N];

/* What a step works with; 0 between steps. */
hidden byte id;
hidden byte category;
hidden byte kind;
hidden byte place;
hidden byte fails;

inline send(operation) {
  mail[length] = operation;
  length++
}

inline answer() {
  kind = mail[0] / 8;
  id = mail[0] % 8;
  place = 0;
  do
  :: place < K - 1 -> mail[place] = mail[place + 1]; place++
  :: else -> break
  od;
  mail[K - 1] = 0;
  length--;
  if
  :: kind == FETCH_CATEGORIES -> categoriesStatus = (fails -> FAILURE : SUCCESS)
  :: kind == FETCH_ANIMALS ->
    if
    :: !fails ->
      place = 0;
      do
      :: place < N ->
        if
        :: database[place] != 0 -> data[place] = database[place]
        :: else
        fi;
        place++
      :: else -> break
      od
    :: else
    fi;
    animalsStatus = (fails -> FAILURE : SUCCESS)
  :: kind == RELOAD ->
    if
    :: !fails ->
      place = 0;
      do
      :: place < N -> data[place] = 0; database[place] = 0; place++
      :: else -> break
      od
    :: else
    fi;
    categoriesStatus = (fails -> FAILURE : SUCCESS);
    animalsStatus = (fails -> FAILURE : SUCCESS)
  :: kind == ADD_A || kind == ADD_B ->
    if
    :: !fails -> database[id] = kind - ADD_A + 1; data[id] = kind - ADD_A + 1
    :: else
    fi;
    adding[id] = false;
    queue[id] = (fails -> FAILURE : SUCCESS)
  :: else ->
    if
    :: !fails && database[id] != 0 ->
      category = (kind == DELETE -> 0 : kind - UPDATE_A + 1);
      database[id] = category;
      if
      :: data[id] != 0 -> data[id] = category; queue[id] = SUCCESS
      :: else
      fi;
      category = 0
    :: else ->
      if
      :: data[id] != 0 -> queue[id] = FAILURE
      :: else
      fi
    fi
  fi;
  kind = 0;
  id = 0;
  place = 0;
  fails = false
}

#define MAY_ADD(animal) (length < K && data[animal] == 0 && database[animal] == 0 && queue[animal] != WAITING && !adding[animal])
#define MAY_CHANGE(animal) (length < K && data[animal] != 0 && queue[animal] != WAITING)

/* What people can do to one animal. */
#define ACT_ON(animal) \
  :: d_step { MAY_ADD(animal) -> queue[animal] = WAITING; adding[animal] = true; send(OPERATION(ADD_A, animal)) } \
  :: d_step { MAY_ADD(animal) -> queue[animal] = WAITING; adding[animal] = true; send(OPERATION(ADD_B, animal)) } \
  :: d_step { MAY_CHANGE(animal) -> queue[animal] = WAITING; send(OPERATION(UPDATE_A, animal)) } \
  :: d_step { MAY_CHANGE(animal) -> queue[animal] = WAITING; send(OPERATION(UPDATE_B, animal)) } \
  :: d_step { MAY_CHANGE(animal) -> queue[animal] = WAITING; send(OPERATION(DELETE, animal)) }

active proctype store() {
  do
  :: d_step { length < K && categoriesStatus == NONE -> categoriesStatus = WAITING; send(OPERATION(FETCH_CATEGORIES, 0)) }
  :: d_step { length < K && animalsStatus == NONE -> animalsStatus = WAITING; send(OPERATION(FETCH_ANIMALS, 0)) }
  :: d_step {
      length < K && categoriesStatus != WAITING && animalsStatus != WAITING ->
      categoriesStatus = WAITING;
      animalsStatus = WAITING;
      send(OPERATION(RELOAD, 0))
    }
  ACT_ON(0)
#if N > 1
  ACT_ON(1)
#endif
#if N > 2
  ACT_ON(2)
#endif
#if N > 3
  ACT_ON(3)
#endif
#if N > 4
  ACT_ON(4)
#endif
  :: d_step { length > 0 -> answer() }
  :: d_step { length > 0 && faultsLeft > 0 -> faultsLeft--; fails = true; answer() }
  od
}
