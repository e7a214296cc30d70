#!/bin/sh
# One task of an array, for what is named behind the script:
#   id=$(sbatch --parsable --array=1-64 docs/job-arrays/slurm.sh check)
#   srun --dependency=afterany:"$id" .build/release/spec-runner merge "results/$id" --markdown summary.md
# "check", "mutate animals" and "fuzz animals --for 50m --seed 7" all do. A task that is stopped for its time
# has a moment to keep what it knows.
#SBATCH --array=1-64
#SBATCH --time=01:00:00
#SBATCH --signal=B:TERM@60
exec .build/release/spec-runner "$@" --jobs 1 --results "results/$SLURM_ARRAY_JOB_ID/$SLURM_ARRAY_TASK_ID"
