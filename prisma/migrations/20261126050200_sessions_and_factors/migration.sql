-- Sessions as people see them, and second factors. Sessions without a row are valid: older tokens get one when used.

CREATE TABLE "BrowserSession" (
  "id" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "method" TEXT NOT NULL,
  "userAgent" TEXT NOT NULL,
  "address" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastSeenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "presentAt" TIMESTAMP(3),
  CONSTRAINT "BrowserSession_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "BrowserSession_userId_idx" ON "BrowserSession" ("userId");
CREATE INDEX "BrowserSession_lastSeenAt_idx" ON "BrowserSession" ("lastSeenAt");
ALTER TABLE "BrowserSession" ADD CONSTRAINT "BrowserSession_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "TotpFactor" (
  "userId" TEXT NOT NULL,
  "sealed" BYTEA NOT NULL,
  "keyId" TEXT NOT NULL,
  "confirmedAt" TIMESTAMP(3),
  "lastStep" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "TotpFactor_pkey" PRIMARY KEY ("userId")
);
ALTER TABLE "TotpFactor" ADD CONSTRAINT "TotpFactor_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "RecoveryCode" (
  "hash" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "RecoveryCode_userId_idx" ON "RecoveryCode" ("userId");
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Passkey" (
  "id" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "publicKey" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL DEFAULT 0,
  "transports" TEXT[] NOT NULL DEFAULT '{}',
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMP(3),
  CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Passkey_userId_idx" ON "Passkey" ("userId");
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
