-- Providers of integrations, which admins define, and the accounts that organisations connect.

CREATE TABLE "IntegrationProvider" (
  "slug" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "description" TEXT NOT NULL DEFAULT '',
  "docsUrl" TEXT,
  "kind" TEXT NOT NULL,
  "hosts" TEXT[],
  "sentAs" TEXT NOT NULL,
  "sentName" TEXT,
  "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "issuer" TEXT,
  "authorizeUrl" TEXT,
  "tokenUrl" TEXT,
  "revokeUrl" TEXT,
  "clientId" TEXT,
  "clientSecret" BYTEA,
  "keyId" TEXT,
  "disabledAt" TIMESTAMP(3),
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "IntegrationProvider_pkey" PRIMARY KEY ("slug"),
  CONSTRAINT "IntegrationProvider_kind_check" CHECK ("kind" IN ('api_key', 'oauth2')),
  CONSTRAINT "IntegrationProvider_sent_check" CHECK ("sentAs" IN ('bearer', 'header', 'query') AND ("sentAs" = 'bearer') = ("sentName" IS NULL)),
  -- A credential without hosts could never be sent.
  CONSTRAINT "IntegrationProvider_hosts_check" CHECK (cardinality("hosts") > 0),
  CONSTRAINT "IntegrationProvider_secret_check" CHECK (("clientSecret" IS NULL) = ("keyId" IS NULL))
);

CREATE TABLE "IntegrationConnection" (
  "id" TEXT NOT NULL,
  "organisationId" TEXT NOT NULL,
  "providerSlug" TEXT NOT NULL,
  "label" TEXT NOT NULL DEFAULT '',
  "hint" TEXT,
  "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "expiresAt" TIMESTAMP(3),
  "canRefresh" BOOLEAN NOT NULL DEFAULT false,
  "refreshingUntil" TIMESTAMP(3),
  "brokenAt" TIMESTAMP(3),
  "connectedById" TEXT NOT NULL,
  "connectedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IntegrationConnection_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "IntegrationConnection_organisationId_providerSlug_key" ON "IntegrationConnection" ("organisationId", "providerSlug");
CREATE INDEX "IntegrationConnection_providerSlug_idx" ON "IntegrationConnection" ("providerSlug");
ALTER TABLE "IntegrationConnection" ADD CONSTRAINT "IntegrationConnection_organisationId_fkey"
  FOREIGN KEY ("organisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "IntegrationConnection" ADD CONSTRAINT "IntegrationConnection_providerSlug_fkey"
  FOREIGN KEY ("providerSlug") REFERENCES "IntegrationProvider" ("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "IntegrationUse" (
  "organisationId" TEXT NOT NULL,
  "skillSetId" TEXT NOT NULL,
  "providerSlug" TEXT NOT NULL,
  "allowedById" TEXT NOT NULL,
  "allowedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IntegrationUse_pkey" PRIMARY KEY ("organisationId", "skillSetId", "providerSlug")
);
ALTER TABLE "IntegrationUse" ADD CONSTRAINT "IntegrationUse_organisationId_fkey"
  FOREIGN KEY ("organisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "IntegrationUse" ADD CONSTRAINT "IntegrationUse_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "ConnectAttempt" (
  "stateHash" TEXT NOT NULL,
  "organisationId" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "providerSlug" TEXT NOT NULL,
  "verifier" TEXT NOT NULL,
  "forSkillSet" TEXT,
  "next" TEXT,
  "expiresAt" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "ConnectAttempt_pkey" PRIMARY KEY ("stateHash")
);
CREATE INDEX "ConnectAttempt_expiresAt_idx" ON "ConnectAttempt" ("expiresAt");
ALTER TABLE "ConnectAttempt" ADD CONSTRAINT "ConnectAttempt_organisationId_fkey"
  FOREIGN KEY ("organisationId") REFERENCES "Organisation" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ConnectAttempt" ADD CONSTRAINT "ConnectAttempt_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
