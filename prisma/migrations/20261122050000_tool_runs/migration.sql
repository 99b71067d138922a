-- What a tool was observed to change, and the plan's step that a run is an attempt of.
ALTER TABLE "Run"
  ADD COLUMN "effects" JSON,
  ADD COLUMN "planRunId" TEXT,
  ADD COLUMN "stepId" TEXT,
  ADD COLUMN "attempt" INTEGER NOT NULL DEFAULT 1;

-- The runs of a plan; most runs belong to none.
CREATE INDEX "Run_planRunId_idx" ON "Run"("planRunId") WHERE "planRunId" IS NOT NULL;
