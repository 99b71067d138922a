-- Finds the runs that were repeated or edited from a run.

CREATE INDEX "Run_rerunOfId_idx" ON "Run" ("rerunOfId") WHERE "rerunOfId" IS NOT NULL;
