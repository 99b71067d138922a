-- What a run that put money aside cost in the end, with all that it called: what every door says of it.
ALTER TABLE "Run" ADD COLUMN "capturedMicros" BIGINT;

UPDATE "Run" AS top SET "capturedMicros" = top."chargedMicros"
  + (SELECT coalesce(sum(below."chargedMicros"), 0) FROM "Run" AS below WHERE below."rootRunId" = top."id")
  WHERE top."holdMicros" > 0 AND top."chargedMicros" IS NOT NULL;

ALTER TABLE "Run" ADD CONSTRAINT "Run_captured_of_what_was_held" CHECK (
  "capturedMicros" IS NULL OR "capturedMicros" BETWEEN "chargedMicros" AND "holdMicros"
);
