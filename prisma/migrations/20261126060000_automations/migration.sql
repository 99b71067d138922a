-- Automations run skills and plans without a person. Secrets that are no settings of a SkillSet get a table of their own.

CREATE TABLE "SealedSecret" (
  "id" TEXT NOT NULL,
  "organisationId" TEXT NOT NULL,
  "sealed" BYTEA NOT NULL,
  "keyId" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "SealedSecret_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "SealedSecret_organisationId_idx" ON "SealedSecret" ("organisationId");
CREATE INDEX "SealedSecret_keyId_idx" ON "SealedSecret" ("keyId");
ALTER TABLE "SealedSecret" ADD CONSTRAINT "SealedSecret_organisationId_fkey"
  FOREIGN KEY ("organisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Automation" (
  "id" TEXT NOT NULL,
  "organisationId" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "keyId" TEXT,
  "title" TEXT NOT NULL,
  "skillName" TEXT,
  "version" TEXT,
  "input" JSON,
  "savedPlanId" TEXT,
  "confirmedDigest" TEXT,
  "kind" TEXT NOT NULL,
  "trigger" JSON NOT NULL,
  "timeZone" TEXT NOT NULL,
  "maxPriceMicros" BIGINT NOT NULL DEFAULT 0,
  "secretId" TEXT,
  "nextAt" TIMESTAMP(3),
  "failuresInRow" INTEGER NOT NULL DEFAULT 0,
  "pausedAt" TIMESTAMP(3),
  "pauseReason" TEXT,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "Automation_pkey" PRIMARY KEY ("id"),
  -- One thing to run, never both or neither.
  CONSTRAINT "Automation_target_check" CHECK (("skillName" IS NULL) <> ("savedPlanId" IS NULL)),
  CONSTRAINT "Automation_kind_check" CHECK ("kind" IN ('cron', 'once', 'webhook', 'vault'))
);
CREATE INDEX "Automation_organisationId_id_idx" ON "Automation" ("organisationId", "id" DESC);
CREATE INDEX "Automation_organisationId_kind_idx" ON "Automation" ("organisationId", "kind");
CREATE INDEX "Automation_nextAt_idx" ON "Automation" ("nextAt");
CREATE INDEX "Automation_savedPlanId_idx" ON "Automation" ("savedPlanId");
ALTER TABLE "Automation" ADD CONSTRAINT "Automation_organisationId_fkey"
  FOREIGN KEY ("organisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Automation" ADD CONSTRAINT "Automation_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Automation" ADD CONSTRAINT "Automation_savedPlanId_fkey"
  FOREIGN KEY ("savedPlanId") REFERENCES "SavedPlan" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "AutomationRun" (
  "id" TEXT NOT NULL,
  "automationId" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "dueAt" TIMESTAMP(3) NOT NULL,
  "state" TEXT NOT NULL,
  "event" JSON,
  "chain" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  "runId" TEXT,
  "planRunId" TEXT,
  "error" JSON,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "endedAt" TIMESTAMP(3),
  CONSTRAINT "AutomationRun_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "AutomationRun_state_check"
    CHECK ("state" IN ('waiting', 'starting', 'started', 'succeeded', 'failed', 'cancelled', 'skipped'))
);
CREATE UNIQUE INDEX "AutomationRun_automationId_key_key" ON "AutomationRun" ("automationId", "key");
CREATE INDEX "AutomationRun_automationId_id_idx" ON "AutomationRun" ("automationId", "id" DESC);
CREATE INDEX "AutomationRun_state_dueAt_idx" ON "AutomationRun" ("state", "dueAt");
CREATE INDEX "AutomationRun_runId_idx" ON "AutomationRun" ("runId");
CREATE INDEX "AutomationRun_planRunId_idx" ON "AutomationRun" ("planRunId");
ALTER TABLE "AutomationRun" ADD CONSTRAINT "AutomationRun_automationId_fkey"
  FOREIGN KEY ("automationId") REFERENCES "Automation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
