-- The plan run's revision that a result made, so that a listener can be told only of those since. Older ones are taken as told.
ALTER TABLE "PlanAttempt" ADD COLUMN "revision" INTEGER;
UPDATE "PlanAttempt" SET "revision" = 0 WHERE "result" IS NOT NULL;
