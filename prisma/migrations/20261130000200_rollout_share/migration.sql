-- "Reach" is what a recall has. The release before has no rollouts.
ALTER TABLE "Rollout" RENAME COLUMN "reach" TO "share";
