CREATE TABLE "PlanApproval" (
    "planRunId" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "note" TEXT,
    "decidedById" TEXT,
    "decidedByName" TEXT,
    "decidedAt" TIMESTAMP(3),
    "requestedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "PlanApproval_pkey" PRIMARY KEY ("planRunId", "stepId")
);

-- The sweep of those that nobody decided.
CREATE INDEX "PlanApproval_state_expiresAt_idx" ON "PlanApproval"("state", "expiresAt");

ALTER TABLE "PlanApproval" ADD CONSTRAINT "PlanApproval_planRunId_fkey" FOREIGN KEY ("planRunId") REFERENCES "PlanRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;
