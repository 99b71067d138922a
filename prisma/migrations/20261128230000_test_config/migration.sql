-- The test settings of drafts, sealed as settings of installs are.
CREATE TABLE "TestConfig" (
    "skillSetId" text NOT NULL,
    "organisationId" text NOT NULL,
    "forReviewers" boolean DEFAULT false NOT NULL,
    CONSTRAINT "TestConfig_pkey" PRIMARY KEY ("skillSetId"),
    CONSTRAINT "TestConfig_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "Draft"("skillSetId") ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT "TestConfig_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "TestConfig_organisationId_idx" ON "TestConfig" ("organisationId");

CREATE TABLE "TestConfigValue" (
    "skillSetId" text NOT NULL,
    key text NOT NULL,
    sealed bytea NOT NULL,
    "keyId" text NOT NULL,
    "wasSecret" boolean DEFAULT false NOT NULL,
    "consentedUses" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    hint text,
    "updatedAt" timestamp(3) NOT NULL,
    "updatedById" text NOT NULL,
    CONSTRAINT "TestConfigValue_pkey" PRIMARY KEY ("skillSetId", key),
    CONSTRAINT "TestConfigValue_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "TestConfig"("skillSetId") ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "TestConfigValue_keyId_idx" ON "TestConfigValue" ("keyId");
