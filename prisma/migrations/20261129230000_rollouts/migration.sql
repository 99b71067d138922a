ALTER TABLE "Version" ADD COLUMN "release" TEXT;

ALTER TABLE "Organisation" ADD COLUMN "versionAgeHours" INTEGER NOT NULL DEFAULT 0;

CREATE TYPE "RolloutState" AS ENUM ('rolling', 'finished', 'returned', 'superseded');

CREATE TABLE "Rollout" (
    "id" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "oldVersionId" TEXT,
    "state" "RolloutState" NOT NULL DEFAULT 'rolling',
    "step" INTEGER NOT NULL DEFAULT 0,
    "reach" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "audience" INTEGER NOT NULL DEFAULT 0,
    "startedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "steppedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "askedAt" TIMESTAMP(3),
    "judgedAt" TIMESTAMP(3),
    "figures" JSON,
    "endedAt" TIMESTAMP(3),
    "outcome" TEXT,
    "reason" TEXT,
    "endedById" TEXT,

    CONSTRAINT "Rollout_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Rollout_versionId_key" ON "Rollout"("versionId");
CREATE INDEX "Rollout_state_judgedAt_idx" ON "Rollout"("state", "judgedAt");
CREATE INDEX "Rollout_skillSetId_idx" ON "Rollout"("skillSetId");

ALTER TABLE "Rollout" ADD CONSTRAINT "Rollout_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rollout" ADD CONSTRAINT "Rollout_oldVersionId_fkey" FOREIGN KEY ("oldVersionId") REFERENCES "Version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "TakenVersion" (
    "organisationId" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "takenById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TakenVersion_pkey" PRIMARY KEY ("organisationId", "versionId")
);

CREATE INDEX "TakenVersion_versionId_idx" ON "TakenVersion"("versionId");

ALTER TABLE "TakenVersion" ADD CONSTRAINT "TakenVersion_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TakenVersion" ADD CONSTRAINT "TakenVersion_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
