-- Earnings that a publisher has asked for wait in an account of their own, so that they cannot be spent meanwhile.
ALTER TYPE "LedgerKind" ADD VALUE 'payable';
ALTER TYPE "TransferKind" ADD VALUE 'payout_request';
ALTER TYPE "TransferKind" ADD VALUE 'payout_return';
-- Compared as text, because a transaction cannot use a value that it has added.
ALTER TABLE "LedgerAccount" DROP CONSTRAINT "LedgerAccount_owner_matches_kind";
ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_owner_matches_kind"
  CHECK ((kind::text = ANY (ARRAY['wallet', 'hold', 'earnings', 'payable'])) = ("organisationId" IS NOT NULL));

CREATE TYPE "PayoutState" AS ENUM ('requested', 'paid', 'declined', 'withdrawn');

CREATE TABLE "Payee" (
    "organisationId" text NOT NULL,
    "isMonthly" boolean NOT NULL DEFAULT false,
    "updatedAt" timestamp(3) NOT NULL,
    CONSTRAINT "Payee_pkey" PRIMARY KEY ("organisationId"),
    CONSTRAINT "Payee_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation" (id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE "Payout" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "amountMicros" bigint NOT NULL,
    state "PayoutState" NOT NULL DEFAULT 'requested',
    month text,
    note text NOT NULL DEFAULT '',
    "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decidedAt" timestamp(3),
    CONSTRAINT "Payout_pkey" PRIMARY KEY (id),
    CONSTRAINT "Payout_amount_positive" CHECK ("amountMicros" > 0),
    CONSTRAINT "Payout_decided" CHECK ((state = 'requested') = ("decidedAt" IS NULL)),
    CONSTRAINT "Payout_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation" (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX "Payout_organisationId_createdAt_idx" ON "Payout" ("organisationId", "createdAt" DESC);
CREATE INDEX "Payout_state_createdAt_idx" ON "Payout" (state, "createdAt");
CREATE UNIQUE INDEX "Payout_organisationId_month_key" ON "Payout" ("organisationId", month);
CREATE UNIQUE INDEX "Payout_organisationId_open" ON "Payout" ("organisationId") WHERE (state = 'requested');

CREATE TABLE "CreditRequest" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "amountMicros" bigint,
    reason text NOT NULL DEFAULT '',
    "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decidedAt" timestamp(3),
    "isGranted" boolean,
    CONSTRAINT "CreditRequest_pkey" PRIMARY KEY (id),
    CONSTRAINT "CreditRequest_decided" CHECK (("decidedAt" IS NULL) = ("isGranted" IS NULL)),
    CONSTRAINT "CreditRequest_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation" (id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT "CreditRequest_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "CreditRequest_userId_idx" ON "CreditRequest" ("userId");
CREATE INDEX "CreditRequest_decidedAt_createdAt_idx" ON "CreditRequest" ("decidedAt", "createdAt");
CREATE UNIQUE INDEX "CreditRequest_organisationId_open" ON "CreditRequest" ("organisationId") WHERE ("decidedAt" IS NULL);
