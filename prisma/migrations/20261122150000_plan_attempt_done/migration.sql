-- Whether an attempt gave something or was skipped, beside its result: Postgres refuses to look into a JSON text that has a
-- NUL in it, and a result may.
ALTER TABLE "PlanAttempt" ADD COLUMN "isDone" BOOLEAN NOT NULL DEFAULT false;

UPDATE "PlanAttempt" SET "isDone" = true
WHERE "result"::text LIKE '%"status":"ok"%' OR "result"::text LIKE '%"status":"skipped"%';
