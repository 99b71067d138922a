-- Mails are recorded in the transaction of their event and sent by the site; see lib/mail.

CREATE TABLE "Mail" (
  "id" TEXT NOT NULL,
  "userId" TEXT,
  "to" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "text" TEXT NOT NULL,
  "html" TEXT NOT NULL,
  "unsubscribeUrl" TEXT,
  "state" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "problem" TEXT,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "dueAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "startedAt" TIMESTAMP(3),
  "sentAt" TIMESTAMP(3),
  CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "Mail_state_dueAt_idx" ON "Mail" ("state", "dueAt");
CREATE INDEX "Mail_createdAt_idx" ON "Mail" ("createdAt");
CREATE INDEX "Mail_userId_idx" ON "Mail" ("userId");

ALTER TABLE "Mail" ADD CONSTRAINT "Mail_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "NoticePreference" (
  "userId" TEXT NOT NULL,
  "topic" TEXT NOT NULL,
  "onSite" BOOLEAN NOT NULL,
  "byEmail" BOOLEAN NOT NULL,
  CONSTRAINT "NoticePreference_pkey" PRIMARY KEY ("userId", "topic")
);

ALTER TABLE "NoticePreference" ADD CONSTRAINT "NoticePreference_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "EmailConfirmation" (
  "id" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "oldTokenHash" TEXT,
  "confirmedAt" TIMESTAMP(3),
  "oldConfirmedAt" TIMESTAMP(3),
  "endedAt" TIMESTAMP(3),
  "expiresAt" TIMESTAMP(3) NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "EmailConfirmation_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "EmailConfirmation_tokenHash_key" ON "EmailConfirmation" ("tokenHash");
CREATE UNIQUE INDEX "EmailConfirmation_oldTokenHash_key" ON "EmailConfirmation" ("oldTokenHash");
CREATE INDEX "EmailConfirmation_userId_idx" ON "EmailConfirmation" ("userId");

ALTER TABLE "EmailConfirmation" ADD CONSTRAINT "EmailConfirmation_userId_fkey"
  FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Invitation" ADD COLUMN "email" TEXT;
