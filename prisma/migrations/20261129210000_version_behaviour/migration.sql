-- What versions were observed to do.
CREATE TABLE "VersionBehaviour" (
    "versionId" TEXT NOT NULL,
    "examples" JSON,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "cpuMs" BIGINT NOT NULL DEFAULT 0,
    "maxCpuMs" INTEGER NOT NULL DEFAULT 0,
    "maxMemoryMb" INTEGER NOT NULL DEFAULT 0,
    "pausedAt" TIMESTAMP(3),
    "resumedAt" TIMESTAMP(3),

    CONSTRAINT "VersionBehaviour_pkey" PRIMARY KEY ("versionId")
);

CREATE TABLE "BehaviourLine" (
    "id" TEXT NOT NULL,
    "versionId" TEXT NOT NULL,
    "skillSlug" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "sentBytes" BIGINT NOT NULL DEFAULT 0,
    "maxSentBytes" INTEGER NOT NULL DEFAULT 0,
    "receivedBytes" BIGINT NOT NULL DEFAULT 0,
    "status2xx" INTEGER NOT NULL DEFAULT 0,
    "status3xx" INTEGER NOT NULL DEFAULT 0,
    "status4xx" INTEGER NOT NULL DEFAULT 0,
    "status5xx" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "organisations" INTEGER NOT NULL DEFAULT 0,
    "organisationDigests" TEXT[],
    "isFirstEver" BOOLEAN NOT NULL,
    "firstSeenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reportedAt" TIMESTAMP(3),

    CONSTRAINT "BehaviourLine_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "VersionBehaviour_pausedAt_idx" ON "VersionBehaviour"("pausedAt");
CREATE UNIQUE INDEX "BehaviourLine_versionId_skillSlug_kind_object_key" ON "BehaviourLine"("versionId", "skillSlug", "kind", "object");
CREATE INDEX "BehaviourLine_isFirstEver_reportedAt_idx" ON "BehaviourLine"("isFirstEver", "reportedAt");
CREATE INDEX "BehaviourLine_isFirstEver_firstSeenAt_idx" ON "BehaviourLine"("isFirstEver", "firstSeenAt");

ALTER TABLE "VersionBehaviour" ADD CONSTRAINT "VersionBehaviour_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "BehaviourLine" ADD CONSTRAINT "BehaviourLine_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
