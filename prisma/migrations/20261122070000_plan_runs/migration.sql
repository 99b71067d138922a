-- Plans that somebody started, what each attempt of their steps came to, and what they may do without asking.
CREATE TYPE "PlanRunState" AS ENUM ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled');

CREATE TABLE "PlanRun" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "keyId" TEXT,
    "door" TEXT NOT NULL,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "savedPlanId" TEXT,
    "document" JSON NOT NULL,
    "state" "PlanRunState" NOT NULL,
    "dryRun" BOOLEAN NOT NULL DEFAULT false,
    "maxPriceMicros" BIGINT,
    "verdicts" JSON NOT NULL,
    "confirmedById" TEXT,
    "confirmedByName" TEXT,
    "confirmedAt" TIMESTAMP(3),
    "resumedFromId" TEXT,
    "editedArgs" JSON,
    "outputs" JSON,
    "error" JSON,
    "failedStepId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "restingUntil" TIMESTAMP(3),
    "cancelRequestedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "PlanRun_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "PlanAttempt" (
    "planRunId" TEXT NOT NULL,
    "unit" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "stepId" TEXT NOT NULL,
    "index" INTEGER,
    "runId" TEXT,
    "result" JSON,
    "isCarried" BOOLEAN NOT NULL DEFAULT false,
    "startedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanAttempt_pkey" PRIMARY KEY ("planRunId", "unit", "attempt")
);

CREATE TABLE "ApprovalPolicy" (
    "organisationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "allowedTools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "deniedTools" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "allowedPaths" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "updatedById" TEXT NOT NULL,

    CONSTRAINT "ApprovalPolicy_pkey" PRIMARY KEY ("organisationId")
);

CREATE INDEX "PlanRun_organisationId_id_idx" ON "PlanRun"("organisationId", "id" DESC);
CREATE INDEX "PlanRun_savedPlanId_id_idx" ON "PlanRun"("savedPlanId", "id" DESC);
CREATE INDEX "PlanRun_state_idx" ON "PlanRun"("state");
CREATE INDEX "PlanAttempt_runId_idx" ON "PlanAttempt"("runId");

ALTER TABLE "PlanRun" ADD CONSTRAINT "PlanRun_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PlanRun" ADD CONSTRAINT "PlanRun_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PlanAttempt" ADD CONSTRAINT "PlanAttempt_planRunId_fkey" FOREIGN KEY ("planRunId") REFERENCES "PlanRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ApprovalPolicy" ADD CONSTRAINT "ApprovalPolicy_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
