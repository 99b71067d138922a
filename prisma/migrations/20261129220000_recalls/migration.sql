CREATE TABLE "Quarantine" (
    id text NOT NULL,
    "skillSetId" text NOT NULL,
    numbers text[],
    subject text NOT NULL,
    reason text NOT NULL,
    "createdById" text NOT NULL,
    "createdByName" text NOT NULL,
    "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endsAt" timestamp(3) NOT NULL,
    "endedAt" timestamp(3),
    "endReason" text,
    "endedByName" text,
    CONSTRAINT "Quarantine_pkey" PRIMARY KEY (id),
    CONSTRAINT "Quarantine_at_most_72_hours" CHECK ("endsAt" <= "createdAt" + interval '72 hours'),
    CONSTRAINT "Quarantine_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "Quarantine_endedAt_createdAt_idx" ON "Quarantine" ("endedAt", "createdAt");
CREATE INDEX "Quarantine_skillSetId_idx" ON "Quarantine" ("skillSetId");

CREATE TABLE "Recall" (
    id text NOT NULL,
    number serial NOT NULL,
    "skillSetId" text NOT NULL,
    "versionIds" text[],
    numbers text[],
    "skillSetName" text NOT NULL,
    title text NOT NULL,
    "recallClass" text NOT NULL,
    "windowFrom" timestamp(3),
    "windowTo" timestamp(3),
    reason text NOT NULL,
    replacement text,
    "proposedById" text NOT NULL,
    "proposedByName" text NOT NULL,
    "proposedAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedById" text,
    "confirmedByName" text,
    "confirmedAt" timestamp(3),
    "withdrawnAt" timestamp(3),
    "gatheredUpTo" text,
    "gatheredAt" timestamp(3),
    "toldAt" timestamp(3),
    "updatedAt" timestamp(3) NOT NULL,
    CONSTRAINT "Recall_pkey" PRIMARY KEY (id),
    -- Whoever proposes a recall never confirms it, whatever the program does.
    CONSTRAINT "Recall_by_two_people" CHECK ("confirmedById" <> "proposedById"),
    CONSTRAINT "Recall_confirmed" CHECK (("confirmedAt" IS NULL) = ("confirmedById" IS NULL)),
    CONSTRAINT "Recall_confirmed_or_withdrawn" CHECK ("confirmedAt" IS NULL OR "withdrawnAt" IS NULL),
    CONSTRAINT "Recall_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX "Recall_number_key" ON "Recall" (number);
CREATE INDEX "Recall_skillSetId_idx" ON "Recall" ("skillSetId");
CREATE INDEX "Recall_confirmedAt_idx" ON "Recall" ("confirmedAt");

CREATE TABLE "RecallReach" (
    "recallId" text NOT NULL,
    "organisationId" text NOT NULL,
    ways text[],
    runs integer NOT NULL DEFAULT 0,
    "toldAt" timestamp(3),
    "openedAt" timestamp(3),
    "refundedRuns" integer NOT NULL DEFAULT 0,
    "refundedMicros" bigint NOT NULL DEFAULT 0,
    CONSTRAINT "RecallReach_pkey" PRIMARY KEY ("recallId", "organisationId"),
    CONSTRAINT "RecallReach_recallId_fkey" FOREIGN KEY ("recallId") REFERENCES "Recall" (id) ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT "RecallReach_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation" (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "RecallReach_organisationId_idx" ON "RecallReach" ("organisationId");
CREATE INDEX "RecallReach_recallId_toldAt_idx" ON "RecallReach" ("recallId", "toldAt");

CREATE TABLE "RecallSecret" (
    "recallId" text NOT NULL,
    "organisationId" text NOT NULL,
    key text NOT NULL,
    host text NOT NULL,
    runs integer NOT NULL,
    "rotatedAt" timestamp(3),
    "rotatedById" text,
    CONSTRAINT "RecallSecret_pkey" PRIMARY KEY ("recallId", "organisationId", key, host),
    CONSTRAINT "RecallSecret_recallId_organisationId_fkey" FOREIGN KEY ("recallId", "organisationId") REFERENCES "RecallReach" ("recallId", "organisationId") ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE "Removal" (
    id text NOT NULL,
    at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    kind text NOT NULL,
    subject text NOT NULL,
    reason text NOT NULL,
    by text NOT NULL,
    CONSTRAINT "Removal_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Removal_at_idx" ON "Removal" (at DESC);

-- The log is public: what it says stays said.
CREATE FUNCTION removal_reject_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'The log of removals is append-only: % is refused.', TG_OP USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER "Removal_append_only" BEFORE DELETE OR UPDATE ON "Removal" FOR EACH ROW EXECUTE FUNCTION removal_reject_change();
CREATE TRIGGER "Removal_no_truncate" BEFORE TRUNCATE ON "Removal" FOR EACH STATEMENT EXECUTE FUNCTION removal_reject_change();

ALTER TABLE "Version" ADD COLUMN "quarantineId" text;
ALTER TABLE "Version" ADD COLUMN "recallId" text;
ALTER TABLE "Version" ADD CONSTRAINT "Version_quarantineId_fkey" FOREIGN KEY ("quarantineId") REFERENCES "Quarantine" (id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "Version" ADD CONSTRAINT "Version_recallId_fkey" FOREIGN KEY ("recallId") REFERENCES "Recall" (id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX "Version_quarantineId_idx" ON "Version" ("quarantineId");
CREATE INDEX "Version_recallId_idx" ON "Version" ("recallId");

ALTER TABLE "Run" ADD COLUMN "sentSecrets" text[] NOT NULL DEFAULT '{}';
-- The runs of recalled versions, by organisation.
CREATE INDEX "Run_versionId_organisationId_idx" ON "Run" ("versionId", "organisationId");

-- What a publisher owes after a recall has an account of its own, so that no other balance goes below zero.
ALTER TYPE "LedgerKind" ADD VALUE 'debt';
ALTER TYPE "TransferKind" ADD VALUE 'repay';
-- Compared as text, because a transaction cannot use a value that it has added.
ALTER TABLE "LedgerAccount" DROP CONSTRAINT "LedgerAccount_owner_matches_kind";
ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_owner_matches_kind"
  CHECK ((kind::text = ANY (ARRAY['wallet', 'hold', 'earnings', 'payable', 'debt'])) = ("organisationId" IS NOT NULL));
ALTER TABLE "LedgerAccount" DROP CONSTRAINT "LedgerAccount_never_below_zero";
ALTER TABLE "LedgerAccount" ADD CONSTRAINT "LedgerAccount_never_below_zero"
  CHECK (CASE WHEN kind::text = 'debt' THEN "balanceMicros" <= 0 ELSE "balanceMicros" >= 0 END);
