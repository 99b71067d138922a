-- Whether another plan run goes on from one.
CREATE INDEX "PlanRun_resumedFromId_idx" ON "PlanRun"("resumedFromId");
