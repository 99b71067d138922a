-- CreateTable
CREATE TABLE "ReplayConsent" (
    "organisationId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "agreedById" TEXT NOT NULL,
    "agreedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReplayConsent_pkey" PRIMARY KEY ("organisationId","skillSetId")
);

-- CreateTable
CREATE TABLE "ReplayRecording" (
    "runId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "keyId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReplayRecording_pkey" PRIMARY KEY ("runId")
);

-- CreateTable
CREATE TABLE "Replay" (
    "submissionId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "baseVersionId" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "codeDigest" TEXT,
    "unchangedSkills" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "copiedFromId" TEXT,
    "audience" JSON,
    "isBudgetUsed" BOOLEAN NOT NULL DEFAULT false,
    "usedOthers" BOOLEAN NOT NULL DEFAULT false,
    "servedAt" TIMESTAMP(3),
    "leaseUntil" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Replay_pkey" PRIMARY KEY ("submissionId")
);

-- CreateTable
CREATE TABLE "ReplayCase" (
    "submissionId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "skillSlug" TEXT NOT NULL,
    "runId" TEXT,
    "organisationId" TEXT,
    "index" INTEGER,
    "verdict" TEXT,
    "differences" JSON NOT NULL DEFAULT '[]',

    CONSTRAINT "ReplayCase_pkey" PRIMARY KEY ("submissionId","number")
);

-- CreateTable
CREATE TABLE "ReplayAnswer" (
    "submissionId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "answeredById" TEXT NOT NULL,
    "answeredAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReplayAnswer_pkey" PRIMARY KEY ("submissionId","organisationId")
);

-- CreateIndex
CREATE INDEX "ReplayConsent_skillSetId_idx" ON "ReplayConsent"("skillSetId");

-- CreateIndex
CREATE INDEX "ReplayRecording_skillSetId_organisationId_idx" ON "ReplayRecording"("skillSetId", "organisationId");

-- CreateIndex
CREATE INDEX "ReplayRecording_keyId_idx" ON "ReplayRecording"("keyId");

-- CreateIndex
CREATE INDEX "Replay_state_createdAt_idx" ON "Replay"("state", "createdAt");

-- CreateIndex
CREATE INDEX "Replay_baseVersionId_codeDigest_idx" ON "Replay"("baseVersionId", "codeDigest");

-- CreateIndex
CREATE INDEX "Replay_skillSetId_createdAt_idx" ON "Replay"("skillSetId", "createdAt");

-- CreateIndex
CREATE INDEX "ReplayCase_organisationId_idx" ON "ReplayCase"("organisationId");

-- CreateIndex
CREATE INDEX "ReplayCase_runId_idx" ON "ReplayCase"("runId");

-- CreateIndex
CREATE INDEX "ReplayAnswer_organisationId_idx" ON "ReplayAnswer"("organisationId");

-- AddForeignKey
ALTER TABLE "ReplayConsent" ADD CONSTRAINT "ReplayConsent_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayConsent" ADD CONSTRAINT "ReplayConsent_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayRecording" ADD CONSTRAINT "ReplayRecording_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Replay" ADD CONSTRAINT "Replay_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Replay" ADD CONSTRAINT "Replay_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayCase" ADD CONSTRAINT "ReplayCase_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Replay"("submissionId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayCase" ADD CONSTRAINT "ReplayCase_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayCase" ADD CONSTRAINT "ReplayCase_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayAnswer" ADD CONSTRAINT "ReplayAnswer_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Replay"("submissionId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReplayAnswer" ADD CONSTRAINT "ReplayAnswer_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;


