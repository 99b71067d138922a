-- The schema of 0.1.0: it replaces the migrations of before that release, and a database that has them keeps its tables
-- (prisma/former-migrations.ts). Tables are as in schema.prisma, which also explains their columns; what Prisma cannot
-- describe is here alone: checks, partial indexes, unlogged tables, functions and triggers.

-- Similarity of words, for a search that forgives typing errors. The extension is trusted, so the owner of the database
-- may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE "Decision" AS ENUM ('APPROVED', 'CHANGES_REQUESTED', 'REJECTED', 'WITHDRAWN');
CREATE TYPE "LedgerKind" AS ENUM ('wallet', 'hold', 'earnings', 'fee', 'grant', 'promotion', 'payout');
CREATE TYPE "MemberRole" AS ENUM ('OWNER', 'ADMIN', 'MEMBER');
CREATE TYPE "PlanRunState" AS ENUM ('waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled');
CREATE TYPE "Role" AS ENUM ('USER', 'ADMIN');
CREATE TYPE "RunState" AS ENUM ('queued', 'running', 'succeeded', 'partial', 'failed', 'timed_out', 'cancelled');
CREATE TYPE "TransferKind" AS ENUM ('grant', 'promotion', 'hold', 'settle', 'refund', 'move', 'payout');
CREATE TYPE "VersionState" AS ENUM ('DRAFT', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REJECTED', 'PUBLISHED', 'DEPRECATED', 'YANKED');
CREATE TYPE "Visibility" AS ENUM ('PUBLIC', 'PRIVATE');

CREATE TABLE "User" (
    id text NOT NULL,
    email text NOT NULL,
    "emailVerified" timestamp(3),
    name text NOT NULL,
    image text,
    "passwordHash" text,
    role "Role" DEFAULT 'USER'::"Role" NOT NULL,
    "sessionVersion" integer DEFAULT 0 NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lockedAt" timestamp(3),
    "vouchedAt" timestamp(3),
    CONSTRAINT "User_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "User_email_key" ON "User" (email);
CREATE INDEX "User_role_createdAt_id_idx" ON "User" (role DESC, "createdAt" DESC, id DESC);

CREATE TABLE "Account" (
    id text NOT NULL,
    "userId" text NOT NULL,
    type text NOT NULL,
    provider text NOT NULL,
    "providerAccountId" text NOT NULL,
    refresh_token text,
    refresh_token_expires_in integer,
    access_token text,
    expires_at integer,
    token_type text,
    scope text,
    id_token text,
    session_state text,
    label text,
    "lastUsedAt" timestamp(3),
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Account_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Account_provider_providerAccountId_key" ON "Account" (provider, "providerAccountId");
CREATE INDEX "Account_userId_idx" ON "Account" ("userId");

CREATE TABLE "ResetLink" (
    id text NOT NULL,
    "tokenHash" text NOT NULL,
    "userId" text NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    "usedAt" timestamp(3),
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "mailedTo" text,
    CONSTRAINT "ResetLink_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "ResetLink_tokenHash_key" ON "ResetLink" ("tokenHash");

CREATE TABLE "RevokedSession" (
    id text NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    CONSTRAINT "RevokedSession_pkey" PRIMARY KEY (id)
);
CREATE INDEX "RevokedSession_expiresAt_idx" ON "RevokedSession" ("expiresAt");

CREATE TABLE "BrowserSession" (
    id text NOT NULL,
    "userId" text NOT NULL,
    method text NOT NULL,
    "userAgent" text NOT NULL,
    address text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lastSeenAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "presentAt" timestamp(3),
    CONSTRAINT "BrowserSession_pkey" PRIMARY KEY (id)
);
CREATE INDEX "BrowserSession_lastSeenAt_idx" ON "BrowserSession" ("lastSeenAt");
CREATE INDEX "BrowserSession_userId_idx" ON "BrowserSession" ("userId");

CREATE TABLE "TotpFactor" (
    "userId" text NOT NULL,
    sealed bytea NOT NULL,
    "keyId" text NOT NULL,
    "confirmedAt" timestamp(3),
    "lastStep" integer DEFAULT 0 NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "TotpFactor_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "RecoveryCode" (
    hash text NOT NULL,
    "userId" text NOT NULL,
    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY (hash)
);
CREATE INDEX "RecoveryCode_userId_idx" ON "RecoveryCode" ("userId");

CREATE TABLE "Passkey" (
    id text NOT NULL,
    "userId" text NOT NULL,
    name text NOT NULL,
    "publicKey" bytea NOT NULL,
    counter bigint DEFAULT 0 NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lastUsedAt" timestamp(3),
    CONSTRAINT "Passkey_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Passkey_userId_idx" ON "Passkey" ("userId");

-- Unlogged, because what expires within the hour need not survive a crash, and no call waits for the disk.
CREATE UNLOGGED TABLE "RateLimit" (
    key text NOT NULL,
    points integer NOT NULL,
    expire bigint,
    CONSTRAINT "RateLimit_pkey" PRIMARY KEY (key)
);

CREATE TABLE "Organisation" (
    id text NOT NULL,
    name text NOT NULL,
    "personalOfId" text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "dailyCapMicros" bigint,
    "runRetentionDays" integer DEFAULT 90,
    "createdById" text,
    "purgeRunsBefore" timestamp(3),
    CONSTRAINT "Organisation_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Organisation_createdById_idx" ON "Organisation" ("createdById");
CREATE UNIQUE INDEX "Organisation_personalOfId_key" ON "Organisation" ("personalOfId");

CREATE TABLE "Restriction" (
    id text NOT NULL,
    kind text NOT NULL,
    reason text NOT NULL,
    subject text NOT NULL,
    "skillSetId" text,
    "versionId" text,
    "publisherId" text,
    "userId" text,
    "createdByName" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "endedAt" timestamp(3),
    "endReason" text,
    CONSTRAINT "Restriction_one_subject" CHECK ((num_nonnulls("skillSetId", "versionId", "publisherId", "userId") = 1)),
    CONSTRAINT "Restriction_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Restriction_endedAt_createdAt_idx" ON "Restriction" ("endedAt", "createdAt");
-- A subject has one restriction at a time.
CREATE UNIQUE INDEX "Restriction_publisherId_active" ON "Restriction" ("publisherId") WHERE ("endedAt" IS NULL);
CREATE UNIQUE INDEX "Restriction_skillSetId_active" ON "Restriction" ("skillSetId") WHERE ("endedAt" IS NULL);
CREATE UNIQUE INDEX "Restriction_userId_active" ON "Restriction" ("userId") WHERE ("endedAt" IS NULL);
CREATE UNIQUE INDEX "Restriction_versionId_active" ON "Restriction" ("versionId") WHERE ("endedAt" IS NULL);

CREATE TABLE "OrganisationLimit" (
    "organisationId" text NOT NULL,
    key text NOT NULL,
    value text NOT NULL,
    CONSTRAINT "OrganisationLimit_pkey" PRIMARY KEY ("organisationId", key)
);

CREATE TABLE "SiteSetting" (
    key text NOT NULL,
    value text NOT NULL,
    "updatedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "SiteSetting_pkey" PRIMARY KEY (key)
);

CREATE TABLE "StorageEntry" (
    id bigserial NOT NULL,
    "organisationId" text NOT NULL,
    kind text NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT "StorageEntry_pkey" PRIMARY KEY (id)
);
CREATE INDEX "StorageEntry_organisationId_kind_idx" ON "StorageEntry" ("organisationId", kind);

CREATE TABLE "Membership" (
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    role "MemberRole" NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Membership_pkey" PRIMARY KEY ("organisationId", "userId")
);
CREATE INDEX "Membership_userId_idx" ON "Membership" ("userId");

CREATE TABLE "Invitation" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "tokenHash" text NOT NULL,
    role "MemberRole" NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    "usedAt" timestamp(3),
    "usedById" text,
    "revokedAt" timestamp(3),
    email text,
    CONSTRAINT "Invitation_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Invitation_organisationId_idx" ON "Invitation" ("organisationId");
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation" ("tokenHash");

CREATE TABLE "ApiKey" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL,
    scopes text[],
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" timestamp(3),
    "lastUsedAt" timestamp(3),
    "revokedAt" timestamp(3),
    "skillSets" text[] DEFAULT ARRAY[]::text[],
    "dailyCapMicros" bigint,
    "toolsetId" text,
    CONSTRAINT "ApiKey_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey" (hash);
CREATE INDEX "ApiKey_organisationId_idx" ON "ApiKey" ("organisationId");
CREATE INDEX "ApiKey_toolsetId_idx" ON "ApiKey" ("toolsetId");

CREATE TABLE "OAuthClient" (
    id text NOT NULL,
    name text NOT NULL,
    "redirectUris" text[],
    website text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "OAuthClient_pkey" PRIMARY KEY (id)
);

CREATE TABLE "OAuthCode" (
    "codeHash" text NOT NULL,
    "clientId" text NOT NULL,
    "userId" text NOT NULL,
    "organisationId" text NOT NULL,
    scopes text[],
    "redirectUri" text NOT NULL,
    "codeChallenge" text NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    "usedAt" timestamp(3),
    "keyId" text,
    "dailyCapMicros" bigint,
    "toolsetId" text,
    CONSTRAINT "OAuthCode_pkey" PRIMARY KEY ("codeHash")
);
CREATE INDEX "OAuthCode_expiresAt_idx" ON "OAuthCode" ("expiresAt");

CREATE TABLE "OAuthToken" (
    id text NOT NULL,
    "clientId" text NOT NULL,
    "keyId" text NOT NULL,
    "accessHash" text NOT NULL,
    "accessExpiresAt" timestamp(3) NOT NULL,
    "refreshHash" text NOT NULL,
    "refreshExpiresAt" timestamp(3) NOT NULL,
    "usedAt" timestamp(3),
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    scopes text[] DEFAULT ARRAY[]::text[],
    CONSTRAINT "OAuthToken_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "OAuthToken_accessHash_key" ON "OAuthToken" ("accessHash");
CREATE INDEX "OAuthToken_clientId_idx" ON "OAuthToken" ("clientId");
CREATE INDEX "OAuthToken_keyId_idx" ON "OAuthToken" ("keyId");
CREATE UNIQUE INDEX "OAuthToken_refreshHash_key" ON "OAuthToken" ("refreshHash");

CREATE TABLE "Notice" (
    id text NOT NULL,
    "userId" text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    href text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "readAt" timestamp(3),
    CONSTRAINT "Notice_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Notice_userId_createdAt_idx" ON "Notice" ("userId", "createdAt");

CREATE TABLE "Mail" (
    id text NOT NULL,
    "userId" text,
    "to" text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    "unsubscribeUrl" text,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    problem text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "dueAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" timestamp(3),
    "sentAt" timestamp(3),
    CONSTRAINT "Mail_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Mail_createdAt_idx" ON "Mail" ("createdAt");
CREATE INDEX "Mail_state_dueAt_idx" ON "Mail" (state, "dueAt");
CREATE INDEX "Mail_userId_idx" ON "Mail" ("userId");

CREATE TABLE "NoticeMark" (
    key text NOT NULL,
    at timestamp(3) NOT NULL,
    CONSTRAINT "NoticeMark_pkey" PRIMARY KEY (key)
);

CREATE TABLE "NoticeFanOut" (
    id text NOT NULL,
    notice json NOT NULL,
    "memberOfId" text NOT NULL,
    "adminsOfIds" text[] NOT NULL,
    "exceptUserId" text NOT NULL,
    "lastUserId" text DEFAULT ''::text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "NoticeFanOut_pkey" PRIMARY KEY (id)
);

CREATE TABLE "NoticePreference" (
    "userId" text NOT NULL,
    topic text NOT NULL,
    "onSite" boolean NOT NULL,
    "byEmail" boolean NOT NULL,
    "byWebhook" boolean DEFAULT false NOT NULL,
    CONSTRAINT "NoticePreference_pkey" PRIMARY KEY ("userId", topic)
);

CREATE TABLE "EmailConfirmation" (
    id text NOT NULL,
    "userId" text NOT NULL,
    email text NOT NULL,
    "tokenHash" text NOT NULL,
    "oldTokenHash" text,
    "confirmedAt" timestamp(3),
    "oldConfirmedAt" timestamp(3),
    "endedAt" timestamp(3),
    "expiresAt" timestamp(3) NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "EmailConfirmation_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "EmailConfirmation_oldTokenHash_key" ON "EmailConfirmation" ("oldTokenHash");
CREATE UNIQUE INDEX "EmailConfirmation_tokenHash_key" ON "EmailConfirmation" ("tokenHash");
CREATE INDEX "EmailConfirmation_userId_idx" ON "EmailConfirmation" ("userId");

CREATE TABLE "AuditEvent" (
    id text NOT NULL,
    at timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "actorId" text,
    "actorName" text NOT NULL,
    action text NOT NULL,
    "subjectType" text NOT NULL,
    "subjectId" text NOT NULL,
    subject text NOT NULL,
    data json NOT NULL,
    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY (id)
);
CREATE INDEX "AuditEvent_action_at_idx" ON "AuditEvent" (action, at);
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent" (at);
CREATE INDEX "AuditEvent_subjectType_subjectId_at_idx" ON "AuditEvent" ("subjectType", "subjectId", at);

CREATE TABLE "Publisher" (
    id text NOT NULL,
    handle text NOT NULL,
    "displayName" text NOT NULL,
    bio text DEFAULT ''::text NOT NULL,
    "organisationId" text NOT NULL,
    "verifiedAt" timestamp(3),
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Publisher_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Publisher_handle_key" ON "Publisher" (handle);
CREATE INDEX "Publisher_organisationId_idx" ON "Publisher" ("organisationId");

CREATE TABLE "PublisherName" (
    handle text NOT NULL,
    "publisherId" text NOT NULL,
    CONSTRAINT "PublisherName_pkey" PRIMARY KEY (handle)
);
CREATE INDEX "PublisherName_publisherId_idx" ON "PublisherName" ("publisherId");

CREATE TABLE "SkillSetName" (
    "publisherId" text NOT NULL,
    slug text NOT NULL,
    "skillSetId" text NOT NULL,
    CONSTRAINT "SkillSetName_pkey" PRIMARY KEY ("publisherId", slug)
);
CREATE INDEX "SkillSetName_skillSetId_idx" ON "SkillSetName" ("skillSetId");

CREATE TABLE "Transfer" (
    id text NOT NULL,
    "publisherId" text,
    "skillSetId" text,
    "fromOrganisationId" text NOT NULL,
    "toOrganisationId" text NOT NULL,
    "requestedById" text NOT NULL,
    "requestedByName" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    outcome text,
    "decidedById" text,
    "decidedAt" timestamp(3),
    CONSTRAINT "Transfer_one_subject" CHECK ((num_nonnulls("publisherId", "skillSetId") = 1)),
    CONSTRAINT "Transfer_outcome" CHECK ((outcome = ANY (ARRAY['accepted'::text, 'declined'::text, 'cancelled'::text]))),
    CONSTRAINT "Transfer_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Transfer_fromOrganisationId_idx" ON "Transfer" ("fromOrganisationId");
-- A publisher, or a SkillSet, has one open offer at a time; the next offer closes an expired one.
CREATE UNIQUE INDEX "Transfer_open_publisher" ON "Transfer" ("publisherId") WHERE (outcome IS NULL);
CREATE UNIQUE INDEX "Transfer_open_skill_set" ON "Transfer" ("skillSetId") WHERE (outcome IS NULL);
CREATE INDEX "Transfer_toOrganisationId_idx" ON "Transfer" ("toOrganisationId");

CREATE TABLE "SkillSet" (
    id text NOT NULL,
    "publisherId" text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    "embedSites" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    "secretAnswers" json DEFAULT '{}'::json NOT NULL,
    CONSTRAINT "SkillSet_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "SkillSet_publisherId_slug_key" ON "SkillSet" ("publisherId", slug);

CREATE TABLE "TrustedRepository" (
    id text NOT NULL,
    "skillSetId" text NOT NULL,
    repository text NOT NULL,
    workflow text,
    environment text,
    branch text,
    "repositoryId" text,
    "createdById" text NOT NULL,
    "createdByName" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "lastUsedAt" timestamp(3),
    CONSTRAINT "TrustedRepository_pkey" PRIMARY KEY (id)
);
CREATE INDEX "TrustedRepository_skillSetId_idx" ON "TrustedRepository" ("skillSetId");

CREATE TABLE "StagingToken" (
    id text NOT NULL,
    jti text NOT NULL,
    "tokenHash" text NOT NULL,
    "trustId" text NOT NULL,
    provenance json NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    "forgottenAt" timestamp(3) NOT NULL,
    "usedAt" timestamp(3),
    CONSTRAINT "StagingToken_pkey" PRIMARY KEY (id)
);
CREATE INDEX "StagingToken_forgottenAt_idx" ON "StagingToken" ("forgottenAt");
CREATE UNIQUE INDEX "StagingToken_jti_key" ON "StagingToken" (jti);
CREATE UNIQUE INDEX "StagingToken_tokenHash_key" ON "StagingToken" ("tokenHash");
CREATE INDEX "StagingToken_trustId_idx" ON "StagingToken" ("trustId");

CREATE TABLE "StagedSubmission" (
    id text NOT NULL,
    "skillSetId" text NOT NULL,
    number text NOT NULL,
    document json NOT NULL,
    note text NOT NULL,
    provenance json NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "StagedSubmission_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "StagedSubmission_skillSetId_number_key" ON "StagedSubmission" ("skillSetId", number);

CREATE TABLE "Star" (
    "userId" text NOT NULL,
    "skillSetId" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Star_pkey" PRIMARY KEY ("userId", "skillSetId")
);
CREATE INDEX "Star_skillSetId_idx" ON "Star" ("skillSetId");

CREATE TABLE "Rating" (
    "userId" text NOT NULL,
    "skillSetId" text NOT NULL,
    points integer NOT NULL,
    comment text DEFAULT ''::text NOT NULL,
    "versionNumber" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    answer text DEFAULT ''::text NOT NULL,
    "answeredAt" timestamp(3),
    CONSTRAINT "Rating_points_check" CHECK (((points >= 1) AND (points <= 5))),
    CONSTRAINT "Rating_pkey" PRIMARY KEY ("userId", "skillSetId")
);
CREATE INDEX "Rating_skillSetId_updatedAt_idx" ON "Rating" ("skillSetId", "updatedAt" DESC);

CREATE TABLE "Report" (
    id text NOT NULL,
    "skillSetId" text NOT NULL,
    "userId" text NOT NULL,
    reason text NOT NULL,
    message text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "closedAt" timestamp(3),
    "closedById" text,
    answer text,
    CONSTRAINT "Report_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Report_closedAt_createdAt_idx" ON "Report" ("closedAt", "createdAt");
-- A person has one open report of a SkillSet.
CREATE UNIQUE INDEX "Report_open_key" ON "Report" ("userId", "skillSetId") WHERE ("closedAt" IS NULL);
CREATE INDEX "Report_skillSetId_idx" ON "Report" ("skillSetId");

CREATE TABLE "Draft" (
    "skillSetId" text NOT NULL,
    document json NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    "updatedById" text NOT NULL,
    CONSTRAINT "Draft_pkey" PRIMARY KEY ("skillSetId")
);

CREATE TABLE "DraftCheck" (
    "skillSetId" text NOT NULL,
    digest text NOT NULL,
    results json NOT NULL,
    "checkedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "DraftCheck_pkey" PRIMARY KEY ("skillSetId")
);

CREATE TABLE "Version" (
    id text NOT NULL,
    "skillSetId" text NOT NULL,
    number text NOT NULL,
    state "VersionState" DEFAULT 'DRAFT'::"VersionState" NOT NULL,
    visibility "Visibility" NOT NULL,
    document json NOT NULL,
    changelog text DEFAULT ''::text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "publishedAt" timestamp(3),
    reviewed boolean DEFAULT false NOT NULL,
    "deprecatedAt" timestamp(3),
    "deprecationNotice" text,
    "yankedAt" timestamp(3),
    "yankReason" text,
    provenance json,
    CONSTRAINT "Version_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Version_skillSetId_number_key" ON "Version" ("skillSetId", number);
CREATE INDEX "Version_skillSetId_state_idx" ON "Version" ("skillSetId", state);

CREATE TABLE "Submission" (
    id text NOT NULL,
    "versionId" text NOT NULL,
    revision integer NOT NULL,
    document json NOT NULL,
    checks json NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    "submittedById" text NOT NULL,
    "submittedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    decision "Decision",
    "decidedById" text,
    "decidedAt" timestamp(3),
    reason text,
    provenance json,
    CONSTRAINT "Submission_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Submission_decision_submittedAt_idx" ON "Submission" (decision, "submittedAt");
CREATE UNIQUE INDEX "Submission_versionId_revision_key" ON "Submission" ("versionId", revision);

CREATE TABLE "ReviewComment" (
    id text NOT NULL,
    "submissionId" text NOT NULL,
    "authorId" text NOT NULL,
    "authorName" text NOT NULL,
    "isByAdmin" boolean NOT NULL,
    body text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    part text,
    line integer,
    quote text,
    CONSTRAINT "ReviewComment_pkey" PRIMARY KEY (id)
);
CREATE INDEX "ReviewComment_submissionId_createdAt_idx" ON "ReviewComment" ("submissionId", "createdAt");

CREATE TABLE "CatalogEntry" (
    id text NOT NULL,
    "skillSetId" text,
    "versionId" text,
    name text NOT NULL,
    publisher text NOT NULL,
    "skillSetSlug" text NOT NULL,
    "skillSlug" text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    "skillSetName" text NOT NULL,
    "versionNumber" text NOT NULL,
    kind text NOT NULL,
    runtime text NOT NULL,
    "riskLevel" text NOT NULL,
    categories text[],
    tags text[],
    logo text,
    verified boolean DEFAULT false NOT NULL,
    "searchText" text DEFAULT ''::text NOT NULL,
    runs30d integer DEFAULT 0 NOT NULL,
    succeeded30d integer DEFAULT 0 NOT NULL,
    "p50Ms" integer,
    "evidenceAt" timestamp(3),
    "publishedAt" timestamp(3) NOT NULL,
    "priceMicros" bigint DEFAULT 0 NOT NULL,
    ratings integer DEFAULT 0 NOT NULL,
    "ratingPoints" integer DEFAULT 0 NOT NULL,
    "searchTitle" text DEFAULT ''::text NOT NULL,
    "searchLabels" text DEFAULT ''::text NOT NULL,
    "searchDescription" text DEFAULT ''::text NOT NULL,
    words tsvector,
    "titleWords" tsvector,
    "customerDays30d" integer DEFAULT 0 NOT NULL,
    CONSTRAINT "CatalogEntry_pkey" PRIMARY KEY (id)
);
CREATE INDEX "CatalogEntry_customerDays30d_name_idx" ON "CatalogEntry" ("customerDays30d" DESC, name);
CREATE INDEX "CatalogEntry_name_c_idx" ON "CatalogEntry" (name COLLATE "C");
CREATE UNIQUE INDEX "CatalogEntry_name_key" ON "CatalogEntry" (name);
CREATE INDEX "CatalogEntry_popularity_name_idx" ON "CatalogEntry" (((ln(((1 + "customerDays30d"))::double precision) + (((("ratingPoints")::numeric + 17.5) / ((ratings + 5))::numeric))::double precision)) DESC, name);
CREATE INDEX "CatalogEntry_publishedAt_name_idx" ON "CatalogEntry" ("publishedAt" DESC, name);
CREATE INDEX "CatalogEntry_rating_idx" ON "CatalogEntry" ((((("ratingPoints")::numeric + 17.5) / ((ratings + 5))::numeric)) DESC, name);
CREATE INDEX "CatalogEntry_skillSetId_idx" ON "CatalogEntry" ("skillSetId");
-- Searches are far more frequent than writes, so there is no list of pending words to read first (fastupdate).
CREATE INDEX "CatalogEntry_title_words_idx" ON "CatalogEntry" USING gin ("titleWords") WITH (fastupdate=off);
CREATE INDEX "CatalogEntry_words_idx" ON "CatalogEntry" USING gin (words) WITH (fastupdate=off);

CREATE TABLE "SkillDay" (
    "skillName" text NOT NULL,
    day date NOT NULL,
    slot smallint NOT NULL,
    "skillSetId" text,
    runs integer DEFAULT 0 NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    customers integer DEFAULT 0 NOT NULL,
    CONSTRAINT "SkillDay_pkey" PRIMARY KEY ("skillName", day, slot)
)
WITH (fillfactor='70');
CREATE INDEX "SkillDay_skillSetId_day_idx" ON "SkillDay" ("skillSetId", day);

CREATE TABLE "SkillCustomer" (
    "skillName" text NOT NULL,
    "organisationId" text NOT NULL,
    "skillSetId" text,
    "lastDay" date NOT NULL,
    "lastSuccessDay" date,
    CONSTRAINT "SkillCustomer_pkey" PRIMARY KEY ("skillName", "organisationId")
);
CREATE INDEX "SkillCustomer_organisationId_idx" ON "SkillCustomer" ("organisationId");
CREATE INDEX "SkillCustomer_skillName_lastDay_idx" ON "SkillCustomer" ("skillName", "lastDay");
CREATE INDEX "SkillCustomer_skillSetId_lastDay_idx" ON "SkillCustomer" ("skillSetId", "lastDay");

CREATE TABLE "SearchWord" (
    word text NOT NULL COLLATE pg_catalog."C",
    entries integer NOT NULL,
    written integer NOT NULL,
    CONSTRAINT "SearchWord_pkey" PRIMARY KEY (word)
);
CREATE INDEX "SearchWord_trigrams_idx" ON "SearchWord" USING gin (word gin_trgm_ops);

CREATE TABLE "Image" (
    id text NOT NULL,
    mime text NOT NULL,
    bytes bytea NOT NULL,
    "sizeBytes" integer NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "unusedSince" timestamp(3) DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Image_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Image_createdById_idx" ON "Image" ("createdById");
CREATE INDEX "Image_unusedSince_idx" ON "Image" ("unusedSince");

CREATE TABLE "Install" (
    "organisationId" text NOT NULL,
    "skillSetId" text NOT NULL,
    "versionId" text NOT NULL,
    "installedById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    range text,
    CONSTRAINT "Install_pkey" PRIMARY KEY ("organisationId", "skillSetId")
);
CREATE INDEX "Install_skillSetId_idx" ON "Install" ("skillSetId");

CREATE TABLE "ConfigValue" (
    "organisationId" text NOT NULL,
    "skillSetId" text NOT NULL,
    key text NOT NULL,
    sealed bytea NOT NULL,
    "keyId" text NOT NULL,
    hint text,
    "updatedAt" timestamp(3) NOT NULL,
    "updatedById" text NOT NULL,
    "wasSecret" boolean DEFAULT false NOT NULL,
    "consentedUses" text[] DEFAULT ARRAY[]::text[] NOT NULL,
    CONSTRAINT "ConfigValue_pkey" PRIMARY KEY ("organisationId", "skillSetId", key)
);

CREATE TABLE "Run" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "skillSetId" text,
    "versionId" text,
    "skillName" text NOT NULL,
    "versionNumber" text NOT NULL,
    mode text NOT NULL,
    channel text NOT NULL,
    "submissionId" text,
    "exampleIndex" integer,
    state "RunState" DEFAULT 'queued'::"RunState" NOT NULL,
    input json NOT NULL,
    coercions json NOT NULL,
    output json,
    "hasOutput" boolean DEFAULT false NOT NULL,
    error json,
    "errorDetail" json,
    warnings json NOT NULL,
    logs json NOT NULL,
    progress double precision,
    "progressNote" text,
    "contractHash" text NOT NULL,
    "durationMs" integer,
    "cpuMs" integer,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" timestamp(3),
    "endedAt" timestamp(3),
    "leaseUntil" timestamp(3),
    "cancelRequestedAt" timestamp(3),
    "rerunOfId" text,
    migration json,
    notices json,
    requests json,
    "permissionsHash" text,
    "inputBlobs" text[] DEFAULT ARRAY[]::text[],
    "outputBlobs" text[] DEFAULT ARRAY[]::text[],
    terms text DEFAULT 'free'::text NOT NULL,
    "priceMicros" bigint DEFAULT 0 NOT NULL,
    "holdMicros" bigint DEFAULT 0 NOT NULL,
    "chargedMicros" bigint,
    "dryRun" boolean DEFAULT false NOT NULL,
    "keyId" text,
    "parentRunId" text,
    "rootRunId" text,
    effects json,
    "planRunId" text,
    "stepId" text,
    attempt integer DEFAULT 1 NOT NULL,
    "purgedAt" timestamp(3),
    "inputDigest" text,
    "outputDigest" text,
    "outputBlobId" text,
    "capturedMicros" bigint,
    "refundedAt" timestamp(3),
    "timeZone" text,
    "timeoutMs" integer,
    "detailsSharedAt" timestamp(3),
    "detailsSharedById" text,
    "storedBytes" integer DEFAULT 0 NOT NULL,
    "inputSummary" text,
    "outputSummary" text,
    "conversationId" text,
    CONSTRAINT "Run_captured_within_hold" CHECK ((("capturedMicros" IS NULL) OR (("capturedMicros" >= "chargedMicros") AND ("capturedMicros" <= "holdMicros")))),
    CONSTRAINT "Run_charged_for_success_only" CHECK ((("chargedMicros" IS NULL) OR ("chargedMicros" = 0) OR ((state = 'succeeded'::"RunState") AND ("chargedMicros" = "priceMicros")))),
    CONSTRAINT "Run_hold_settled_at_end" CHECK ((("holdMicros" = 0) OR (("chargedMicros" IS NULL) = (state = ANY (ARRAY['queued'::"RunState", 'running'::"RunState"]))))),
    CONSTRAINT "Run_price_not_negative" CHECK ((("priceMicros" >= 0) AND ("holdMicros" >= 0))),
    CONSTRAINT "Run_pkey" PRIMARY KEY (id)
);
-- NOT VALID, as in databases whose older runs follow an older rule: a child is charged when it ends.
ALTER TABLE "Run" ADD CONSTRAINT "Run_child_charged_at_end" CHECK ((("rootRunId" IS NULL) OR ("priceMicros" = 0) OR ("chargedMicros" IS NOT NULL) OR (state = ANY (ARRAY['queued'::"RunState", 'running'::"RunState"])))) NOT VALID;
CREATE INDEX "Run_failed_idx" ON "Run" ("skillSetId", id DESC) WHERE ((state = ANY (ARRAY['failed'::"RunState", 'timed_out'::"RunState"])) AND (mode = 'production'::text) AND ("parentRunId" IS NULL));
CREATE INDEX "Run_organisationId_createdAt_hold_idx" ON "Run" ("organisationId", "createdAt") WHERE ("holdMicros" > 0);
CREATE INDEX "Run_organisationId_id_idx" ON "Run" ("organisationId", id DESC);
CREATE INDEX "Run_organisationId_mode_id_idx" ON "Run" ("organisationId", mode, id DESC);
CREATE INDEX "Run_organisationId_skillName_id_idx" ON "Run" ("organisationId", "skillName", id DESC);
CREATE INDEX "Run_organisationId_state_id_idx" ON "Run" ("organisationId", state, id DESC);
CREATE INDEX "Run_planRunId_idx" ON "Run" ("planRunId") WHERE ("planRunId" IS NOT NULL);
CREATE INDEX "Run_rerunOfId_idx" ON "Run" ("rerunOfId") WHERE ("rerunOfId" IS NOT NULL);
CREATE INDEX "Run_rootRunId_idx" ON "Run" ("rootRunId");
CREATE INDEX "Run_skillName_createdAt_idx" ON "Run" ("skillName", "createdAt" DESC);
CREATE INDEX "Run_skillSetId_id_idx" ON "Run" ("skillSetId", id DESC);
CREATE INDEX "Run_state_leaseUntil_idx" ON "Run" (state, "leaseUntil");
CREATE INDEX "Run_submissionId_idx" ON "Run" ("submissionId");
CREATE INDEX "Run_to_purge_idx" ON "Run" ("organisationId", "createdAt") WHERE ("purgedAt" IS NULL);
CREATE INDEX "Run_userId_createdAt_idx" ON "Run" ("userId", "createdAt" DESC);

CREATE TABLE "IdempotencyKey" (
    "organisationId" text NOT NULL,
    "skillName" text NOT NULL,
    key text NOT NULL,
    "requestHash" text NOT NULL,
    "runId" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("organisationId", "skillName", key)
);
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey" ("createdAt");

CREATE TABLE "LedgerAccount" (
    id text NOT NULL,
    kind "LedgerKind" NOT NULL,
    "organisationId" text,
    "balanceMicros" bigint DEFAULT 0 NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "LedgerAccount_id_matches_owner" CHECK ((id = concat_ws(':'::text, (kind)::text, "organisationId"))),
    CONSTRAINT "LedgerAccount_never_below_zero" CHECK (("balanceMicros" >= 0)),
    CONSTRAINT "LedgerAccount_owner_matches_kind" CHECK (((kind = ANY (ARRAY['wallet'::"LedgerKind", 'hold'::"LedgerKind", 'earnings'::"LedgerKind"])) = ("organisationId" IS NOT NULL))),
    CONSTRAINT "LedgerAccount_pkey" PRIMARY KEY (id)
);

CREATE TABLE "LedgerTransfer" (
    id text NOT NULL,
    kind "TransferKind" NOT NULL,
    "runId" text,
    reference text,
    note text DEFAULT ''::text NOT NULL,
    "actorId" text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "LedgerTransfer_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "LedgerTransfer_reference_key" ON "LedgerTransfer" (reference);
CREATE UNIQUE INDEX "LedgerTransfer_runId_kind_key" ON "LedgerTransfer" ("runId", kind);

CREATE TABLE "LedgerLine" (
    id bigserial NOT NULL,
    "transferId" text NOT NULL,
    "accountId" text NOT NULL,
    "amountMicros" bigint NOT NULL,
    "balanceAfterMicros" bigint,
    "runId" text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "LedgerLine_amount_not_zero" CHECK (("amountMicros" <> 0)),
    CONSTRAINT "LedgerLine_pkey" PRIMARY KEY (id)
);
CREATE INDEX "LedgerLine_accountId_id_idx" ON "LedgerLine" ("accountId", id DESC);
CREATE INDEX "LedgerLine_transferId_idx" ON "LedgerLine" ("transferId");

CREATE TABLE "Preset" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "skillSetId" text NOT NULL,
    "skillName" text NOT NULL,
    name text NOT NULL,
    input json NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Preset_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Preset_userId_organisationId_skillName_name_key" ON "Preset" ("userId", "organisationId", "skillName", name);

CREATE TABLE "Share" (
    id text NOT NULL,
    "runId" text NOT NULL,
    "tokenHash" text NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "revokedAt" timestamp(3),
    CONSTRAINT "Share_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Share_createdById_idx" ON "Share" ("createdById");
CREATE INDEX "Share_runId_idx" ON "Share" ("runId");
CREATE UNIQUE INDEX "Share_tokenHash_key" ON "Share" ("tokenHash");

CREATE TABLE "Blob" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "contentId" text NOT NULL,
    kind text NOT NULL,
    name text,
    "sizeBytes" bigint NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    "keyId" text,
    "runId" text,
    CONSTRAINT "Blob_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Blob_contentId_idx" ON "Blob" ("contentId");
CREATE INDEX "Blob_expiresAt_idx" ON "Blob" ("expiresAt");
CREATE INDEX "Blob_organisationId_id_idx" ON "Blob" ("organisationId", id DESC);
CREATE INDEX "Blob_runId_idx" ON "Blob" ("runId");

CREATE TABLE "BlobContent" (
    id text NOT NULL,
    sha256 text,
    "sizeBytes" bigint DEFAULT 0 NOT NULL,
    store text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "BlobContent_pkey" PRIMARY KEY (id)
);
CREATE INDEX "BlobContent_createdAt_idx" ON "BlobContent" ("createdAt");
CREATE UNIQUE INDEX "BlobContent_sha256_key" ON "BlobContent" (sha256);

CREATE TABLE "SkillFile" (
    "skillSetId" text NOT NULL,
    sha256 text NOT NULL,
    "contentId" text NOT NULL,
    "sizeBytes" integer NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "unusedSince" timestamp(3),
    CONSTRAINT "SkillFile_pkey" PRIMARY KEY ("skillSetId", sha256)
);
CREATE INDEX "SkillFile_contentId_idx" ON "SkillFile" ("contentId");
CREATE INDEX "SkillFile_unusedSince_idx" ON "SkillFile" ("unusedSince");

CREATE TABLE "BlobChunk" (
    "contentId" text NOT NULL,
    "position" integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT "BlobChunk_pkey" PRIMARY KEY ("contentId", "position")
);
-- Most files are compressed already, and a range of bytes is read without unpacking the rest.
ALTER TABLE "BlobChunk" ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE "Vault" (
    "organisationId" text NOT NULL,
    revision bigint DEFAULT 0 NOT NULL,
    "fileCount" integer DEFAULT 0 NOT NULL,
    "usedBytes" bigint DEFAULT 0 NOT NULL,
    "historyBytes" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT "Vault_pkey" PRIMARY KEY ("organisationId")
);

CREATE TABLE "VaultFile" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    path text NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    "parentKey" text NOT NULL COLLATE pg_catalog."C",
    "isFolder" boolean NOT NULL,
    etag text,
    "sizeBytes" bigint DEFAULT 0 NOT NULL,
    "modifiedAt" timestamp(3) NOT NULL,
    "createdAt" timestamp(3) NOT NULL,
    CONSTRAINT "VaultFile_pkey" PRIMARY KEY (id)
);
CREATE INDEX "VaultFile_organisationId_etag_idx" ON "VaultFile" ("organisationId", etag);
CREATE UNIQUE INDEX "VaultFile_organisationId_key_key" ON "VaultFile" ("organisationId", key);
CREATE INDEX "VaultFile_organisationId_parentKey_key_idx" ON "VaultFile" ("organisationId", "parentKey", key);

CREATE TABLE "VaultContent" (
    "organisationId" text NOT NULL,
    etag text NOT NULL,
    "sizeBytes" bigint NOT NULL,
    "isText" boolean NOT NULL,
    bytes bytea,
    "contentId" text,
    "touchedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "VaultContent_bytes_or_content" CHECK (((bytes IS NULL) <> ("contentId" IS NULL))),
    CONSTRAINT "VaultContent_pkey" PRIMARY KEY ("organisationId", etag)
);
CREATE INDEX "VaultContent_contentId_idx" ON "VaultContent" ("contentId");
CREATE INDEX "VaultContent_touchedAt_idx" ON "VaultContent" ("touchedAt");

CREATE TABLE "VaultOperation" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    kind text NOT NULL,
    "userId" text NOT NULL,
    "runId" text,
    ordinal integer DEFAULT 0 NOT NULL,
    "planRunId" text,
    "stepId" text,
    note text,
    output json NOT NULL,
    "isTrash" boolean DEFAULT false NOT NULL,
    "undoneById" text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "VaultOperation_pkey" PRIMARY KEY (id)
);
CREATE INDEX "VaultOperation_createdAt_idx" ON "VaultOperation" ("createdAt");
CREATE INDEX "VaultOperation_organisationId_id_idx" ON "VaultOperation" ("organisationId", id DESC);
CREATE INDEX "VaultOperation_planRunId_idx" ON "VaultOperation" ("planRunId");
CREATE UNIQUE INDEX "VaultOperation_runId_ordinal_key" ON "VaultOperation" ("runId", ordinal);

CREATE TABLE "VaultChange" (
    "organisationId" text NOT NULL,
    seq bigint NOT NULL,
    "operationId" text NOT NULL,
    "fileId" text NOT NULL,
    "isFolder" boolean NOT NULL,
    "fileCreatedAt" timestamp(3) NOT NULL,
    "pathBefore" text,
    "pathAfter" text,
    "etagBefore" text,
    "etagAfter" text,
    "sizeBefore" bigint DEFAULT 0 NOT NULL,
    "sizeAfter" bigint DEFAULT 0 NOT NULL,
    "isUndoable" boolean DEFAULT true NOT NULL,
    CONSTRAINT "VaultChange_pkey" PRIMARY KEY ("organisationId", seq)
);
CREATE INDEX "VaultChange_fileId_seq_idx" ON "VaultChange" ("fileId", seq);
CREATE INDEX "VaultChange_operationId_idx" ON "VaultChange" ("operationId");
CREATE INDEX "VaultChange_organisationId_etagAfter_idx" ON "VaultChange" ("organisationId", "etagAfter");
CREATE INDEX "VaultChange_organisationId_etagBefore_idx" ON "VaultChange" ("organisationId", "etagBefore");
CREATE INDEX "VaultChange_organisationId_pathAfter_idx" ON "VaultChange" ("organisationId", "pathAfter");
CREATE INDEX "VaultChange_organisationId_pathBefore_idx" ON "VaultChange" ("organisationId", "pathBefore");

-- Unlogged, as are the two tables below: each call to /mcp writes such rows, which expire within the hour.
CREATE UNLOGGED TABLE "McpEvent" (
    id bigserial NOT NULL,
    "streamId" text NOT NULL,
    "keyId" text NOT NULL,
    message json NOT NULL,
    "isLast" boolean NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "McpEvent_pkey" PRIMARY KEY (id)
);
CREATE INDEX "McpEvent_createdAt_idx" ON "McpEvent" ("createdAt");
CREATE INDEX "McpEvent_streamId_id_idx" ON "McpEvent" ("streamId", id);

CREATE UNLOGGED TABLE "McpEndedSession" (
    id text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "McpEndedSession_pkey" PRIMARY KEY (id)
);
CREATE INDEX "McpEndedSession_createdAt_idx" ON "McpEndedSession" ("createdAt");

CREATE UNLOGGED TABLE "McpCall" (
    id text NOT NULL,
    "runId" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "McpCall_pkey" PRIMARY KEY (id)
);
CREATE INDEX "McpCall_createdAt_idx" ON "McpCall" ("createdAt");

CREATE TABLE "Worker" (
    id text NOT NULL,
    host text NOT NULL,
    "startedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "heartbeatAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Worker_pkey" PRIMARY KEY (id)
);

CREATE TABLE "Webhook" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    url text NOT NULL,
    "skillName" text,
    sealed bytea NOT NULL,
    "keyId" text NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "pausedAt" timestamp(3),
    "noticesOfId" text,
    CONSTRAINT "Webhook_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Webhook_noticesOfId_key" ON "Webhook" ("noticesOfId");
CREATE INDEX "Webhook_organisationId_idx" ON "Webhook" ("organisationId");

CREATE TABLE "WebhookAttempt" (
    id text NOT NULL,
    "webhookId" text NOT NULL,
    "runId" text NOT NULL,
    number integer NOT NULL,
    status integer,
    problem text,
    ms integer NOT NULL,
    at timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY (id)
);
CREATE INDEX "WebhookAttempt_webhookId_at_idx" ON "WebhookAttempt" ("webhookId", at DESC);
CREATE UNIQUE INDEX "WebhookAttempt_webhookId_runId_number_key" ON "WebhookAttempt" ("webhookId", "runId", number);

CREATE TABLE "Toolset" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    slug text NOT NULL,
    "createdById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "Toolset_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Toolset_organisationId_slug_key" ON "Toolset" ("organisationId", slug);

CREATE TABLE "ToolsetSkill" (
    "toolsetId" text NOT NULL,
    "skillName" text NOT NULL,
    "versionId" text,
    "contractHash" text NOT NULL,
    "permissionsHash" text NOT NULL,
    "agreedById" text NOT NULL,
    "agreedByName" text NOT NULL,
    "agreedAt" timestamp(3) NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "toolDocument" json,
    CONSTRAINT "ToolsetSkill_version_or_document_check" CHECK ((("versionId" IS NULL) <> ("toolDocument" IS NULL))),
    CONSTRAINT "ToolsetSkill_pkey" PRIMARY KEY ("toolsetId", "skillName")
);
CREATE INDEX "ToolsetSkill_versionId_idx" ON "ToolsetSkill" ("versionId");

CREATE TABLE "SavedPlan" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    document json NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    "createdById" text NOT NULL,
    "updatedById" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    CONSTRAINT "SavedPlan_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "SavedPlan_organisationId_slug_key" ON "SavedPlan" ("organisationId", slug);

CREATE TABLE "PlanTemplate" (
    slug text NOT NULL,
    title text NOT NULL,
    summary text NOT NULL,
    document json NOT NULL,
    "position" integer NOT NULL,
    files json DEFAULT '[]'::json NOT NULL,
    CONSTRAINT "PlanTemplate_pkey" PRIMARY KEY (slug)
);

CREATE TABLE "Workspace" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    leaves json DEFAULT '[]'::json NOT NULL,
    "activeLeafId" text,
    mode text DEFAULT 'source'::text NOT NULL,
    CONSTRAINT "Workspace_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "Workspace_organisationId_userId_key" ON "Workspace" ("organisationId", "userId");

CREATE TABLE "OpenDocument" (
    id text NOT NULL,
    "workspaceId" text NOT NULL,
    path text NOT NULL,
    text text NOT NULL,
    "isCrlf" boolean DEFAULT false NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    "savedVersion" integer DEFAULT 0 NOT NULL,
    etag text NOT NULL,
    "conflictEtag" text,
    anchor integer DEFAULT 0 NOT NULL,
    head integer DEFAULT 0 NOT NULL,
    "selectedBy" text,
    problem text,
    CONSTRAINT "OpenDocument_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "OpenDocument_workspaceId_path_key" ON "OpenDocument" ("workspaceId", path);

CREATE TABLE "DocumentUpdate" (
    "documentId" text NOT NULL,
    version integer NOT NULL,
    "clientId" text NOT NULL,
    changes json NOT NULL,
    output json,
    CONSTRAINT "DocumentUpdate_pkey" PRIMARY KEY ("documentId", version)
);

CREATE TABLE "OpenPage" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "seenAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "focusedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "showsVault" boolean DEFAULT false NOT NULL,
    CONSTRAINT "OpenPage_pkey" PRIMARY KEY (id)
);
CREATE INDEX "OpenPage_userId_organisationId_idx" ON "OpenPage" ("userId", "organisationId");

CREATE TABLE "PlanRun" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "keyId" text,
    channel text NOT NULL,
    "timeZone" text DEFAULT 'UTC'::text NOT NULL,
    "savedPlanId" text,
    document json NOT NULL,
    state "PlanRunState" NOT NULL,
    "dryRun" boolean DEFAULT false NOT NULL,
    "maxPriceMicros" bigint,
    verdicts json NOT NULL,
    "confirmedById" text,
    "confirmedByName" text,
    "confirmedAt" timestamp(3),
    "resumedFromId" text,
    "editedArgs" json,
    outputs json,
    error json,
    "failedStepId" text,
    revision integer DEFAULT 0 NOT NULL,
    "waitingUntil" timestamp(3),
    "cancelRequestedAt" timestamp(3),
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "startedAt" timestamp(3),
    "endedAt" timestamp(3),
    CONSTRAINT "PlanRun_pkey" PRIMARY KEY (id)
);
CREATE INDEX "PlanRun_organisationId_id_idx" ON "PlanRun" ("organisationId", id DESC);
CREATE INDEX "PlanRun_resumedFromId_idx" ON "PlanRun" ("resumedFromId");
CREATE INDEX "PlanRun_savedPlanId_id_idx" ON "PlanRun" ("savedPlanId", id DESC);
CREATE INDEX "PlanRun_state_idx" ON "PlanRun" (state);

CREATE TABLE "PlanAttempt" (
    "planRunId" text NOT NULL,
    unit text NOT NULL,
    attempt integer NOT NULL,
    "stepId" text NOT NULL,
    index integer,
    "runId" text,
    result json,
    "isCarriedOver" boolean DEFAULT false NOT NULL,
    "startedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "isDone" boolean DEFAULT false NOT NULL,
    revision integer,
    CONSTRAINT "PlanAttempt_pkey" PRIMARY KEY ("planRunId", unit, attempt)
);
CREATE INDEX "PlanAttempt_runId_idx" ON "PlanAttempt" ("runId");

CREATE TABLE "ApprovalPolicy" (
    "organisationId" text NOT NULL,
    mode text NOT NULL,
    "allowedTools" text[] DEFAULT ARRAY[]::text[],
    "deniedTools" text[] DEFAULT ARRAY[]::text[],
    "allowedPaths" text[] DEFAULT ARRAY[]::text[],
    "updatedAt" timestamp(3) NOT NULL,
    "updatedById" text NOT NULL,
    CONSTRAINT "ApprovalPolicy_pkey" PRIMARY KEY ("organisationId")
);

CREATE TABLE "StatusSample" (
    at timestamp(3) NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    faults integer DEFAULT 0 NOT NULL,
    durations integer[] DEFAULT '{}'::integer[] NOT NULL,
    queued integer DEFAULT 0 NOT NULL,
    "oldestQueuedSeconds" integer DEFAULT 0 NOT NULL,
    "databaseBytes" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT "StatusSample_pkey" PRIMARY KEY (at)
)
WITH (fillfactor='50');

CREATE TABLE "Automation" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "keyId" text,
    title text NOT NULL,
    "skillName" text,
    version text,
    input json,
    "savedPlanId" text,
    "confirmedDigest" text,
    kind text NOT NULL,
    trigger json NOT NULL,
    "timeZone" text NOT NULL,
    "maxPriceMicros" bigint DEFAULT 0 NOT NULL,
    "secretId" text,
    "nextAt" timestamp(3),
    "failuresInRow" integer DEFAULT 0 NOT NULL,
    "pausedAt" timestamp(3),
    "pauseReason" text,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    CONSTRAINT "Automation_kind_check" CHECK ((kind = ANY (ARRAY['cron'::text, 'once'::text, 'webhook'::text, 'vault'::text]))),
    CONSTRAINT "Automation_target_check" CHECK ((("skillName" IS NULL) <> ("savedPlanId" IS NULL))),
    CONSTRAINT "Automation_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Automation_nextAt_idx" ON "Automation" ("nextAt");
CREATE INDEX "Automation_organisationId_id_idx" ON "Automation" ("organisationId", id DESC);
CREATE INDEX "Automation_organisationId_kind_idx" ON "Automation" ("organisationId", kind);
CREATE INDEX "Automation_savedPlanId_idx" ON "Automation" ("savedPlanId");
CREATE INDEX "Automation_userId_idx" ON "Automation" ("userId");

CREATE TABLE "AutomationRun" (
    id text NOT NULL,
    "automationId" text NOT NULL,
    key text NOT NULL,
    "dueAt" timestamp(3) NOT NULL,
    state text NOT NULL,
    event json,
    chain text[] DEFAULT ARRAY[]::text[] NOT NULL,
    "runId" text,
    "planRunId" text,
    error json,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "endedAt" timestamp(3),
    CONSTRAINT "AutomationRun_state_check" CHECK ((state = ANY (ARRAY['waiting'::text, 'starting'::text, 'started'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text]))),
    CONSTRAINT "AutomationRun_pkey" PRIMARY KEY (id)
);
CREATE INDEX "AutomationRun_automationId_id_idx" ON "AutomationRun" ("automationId", id DESC);
CREATE UNIQUE INDEX "AutomationRun_automationId_key_key" ON "AutomationRun" ("automationId", key);
CREATE INDEX "AutomationRun_planRunId_idx" ON "AutomationRun" ("planRunId");
CREATE INDEX "AutomationRun_runId_idx" ON "AutomationRun" ("runId");
CREATE INDEX "AutomationRun_state_dueAt_idx" ON "AutomationRun" (state, "dueAt");

CREATE TABLE "SealedSecret" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    sealed bytea NOT NULL,
    "keyId" text NOT NULL,
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "SealedSecret_pkey" PRIMARY KEY (id)
);
CREATE INDEX "SealedSecret_keyId_idx" ON "SealedSecret" ("keyId");
CREATE INDEX "SealedSecret_organisationId_idx" ON "SealedSecret" ("organisationId");

CREATE TABLE "IntegrationProvider" (
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    "docsUrl" text,
    kind text NOT NULL,
    hosts text[],
    "sentAs" text NOT NULL,
    "sentName" text,
    scopes text[] DEFAULT ARRAY[]::text[],
    issuer text,
    "authorizeUrl" text,
    "tokenUrl" text,
    "revokeUrl" text,
    "clientId" text,
    "clientSecret" bytea,
    "keyId" text,
    "disabledAt" timestamp(3),
    "createdAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp(3) NOT NULL,
    CONSTRAINT "IntegrationProvider_hosts_check" CHECK ((cardinality(hosts) > 0)),
    CONSTRAINT "IntegrationProvider_kind_check" CHECK ((kind = ANY (ARRAY['api_key'::text, 'oauth2'::text]))),
    CONSTRAINT "IntegrationProvider_secret_check" CHECK ((("clientSecret" IS NULL) = ("keyId" IS NULL))),
    CONSTRAINT "IntegrationProvider_sent_check" CHECK ((("sentAs" = ANY (ARRAY['bearer'::text, 'header'::text, 'query'::text])) AND (("sentAs" = 'bearer'::text) = ("sentName" IS NULL)))),
    CONSTRAINT "IntegrationProvider_pkey" PRIMARY KEY (slug)
);

CREATE TABLE "IntegrationConnection" (
    id text NOT NULL,
    "organisationId" text NOT NULL,
    "providerSlug" text NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    hint text,
    scopes text[] DEFAULT ARRAY[]::text[],
    "expiresAt" timestamp(3),
    "canRefresh" boolean DEFAULT false NOT NULL,
    "refreshingUntil" timestamp(3),
    "brokenAt" timestamp(3),
    "connectedById" text NOT NULL,
    "connectedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "rejectedAt" timestamp(3),
    CONSTRAINT "IntegrationConnection_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "IntegrationConnection_organisationId_providerSlug_key" ON "IntegrationConnection" ("organisationId", "providerSlug");
CREATE INDEX "IntegrationConnection_providerSlug_idx" ON "IntegrationConnection" ("providerSlug");

CREATE TABLE "PendingRevocation" (
    id text NOT NULL,
    "providerSlug" text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    "dueAt" timestamp(3) NOT NULL,
    CONSTRAINT "PendingRevocation_pkey" PRIMARY KEY (id)
);
CREATE INDEX "PendingRevocation_dueAt_idx" ON "PendingRevocation" ("dueAt");

CREATE TABLE "IntegrationUse" (
    "organisationId" text NOT NULL,
    "skillSetId" text NOT NULL,
    "providerSlug" text NOT NULL,
    "allowedById" text NOT NULL,
    "allowedAt" timestamp(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
    CONSTRAINT "IntegrationUse_pkey" PRIMARY KEY ("organisationId", "skillSetId", "providerSlug")
);

CREATE TABLE "ConnectAttempt" (
    "stateHash" text NOT NULL,
    "organisationId" text NOT NULL,
    "userId" text NOT NULL,
    "providerSlug" text NOT NULL,
    verifier text NOT NULL,
    "forSkillSet" text,
    next text,
    "expiresAt" timestamp(3) NOT NULL,
    CONSTRAINT "ConnectAttempt_pkey" PRIMARY KEY ("stateHash")
);
CREATE INDEX "ConnectAttempt_expiresAt_idx" ON "ConnectAttempt" ("expiresAt");

-- Starts a queued run if its organisation has a free slot and no other run is before it. The lock is a statement of its own,
-- because each statement of a volatile function sees what the previous holder of the lock wrote. Members take turns.
CREATE FUNCTION claim_run(run text, organisation text, at_once integer, lease timestamp) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(organisation, 0));
  UPDATE "Run" SET "state" = 'running', "startedAt" = now(), "leaseUntil" = lease
  WHERE "id" = run AND "state" = 'queued'
    AND at_once > (
      SELECT count(*) FROM "Run" AS going
      WHERE going."organisationId" = organisation AND going."state" = 'running' AND going."parentRunId" IS NULL
    )
    AND "id" = (
      SELECT waiting."id" FROM "Run" AS waiting
      WHERE waiting."organisationId" = organisation AND waiting."state" = 'queued'
        AND waiting."parentRunId" IS NULL AND waiting."leaseUntil" > now()
      ORDER BY (
        SELECT count(*) FROM "Run" AS theirs
        WHERE theirs."organisationId" = organisation AND theirs."state" = 'running'
          AND theirs."userId" = waiting."userId" AND theirs."parentRunId" IS NULL
      ), waiting."id"
      LIMIT 1
    );
  RETURN FOUND;
END
$$;

-- Counts an ended run per skill and day, so that pages need not count runs.
CREATE FUNCTION count_run_end() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  skill text;
  today date := NEW."createdAt"::date;
  has_succeeded boolean := NEW."state" = 'succeeded';
  new_customers integer := 0;
BEGIN
  IF NOT "is_evidence"(NEW) THEN RETURN NULL; END IF;
  skill := "current_skill_name"(NEW);
  -- An organisation's further runs of the day lock none of these rows.
  PERFORM 1 FROM "SkillCustomer" WHERE "skillName" = skill AND "organisationId" = NEW."organisationId"
    AND "lastDay" >= today AND (NOT has_succeeded OR "lastSuccessDay" >= today);
  IF NOT FOUND THEN
    INSERT INTO "SkillCustomer" ("skillName", "organisationId", "skillSetId", "lastDay")
      VALUES (skill, NEW."organisationId", NEW."skillSetId", today)
      ON CONFLICT ("skillName", "organisationId") DO UPDATE SET "lastDay" = greatest("SkillCustomer"."lastDay", excluded."lastDay");
    IF has_succeeded THEN
      UPDATE "SkillCustomer" SET "lastSuccessDay" = today
        WHERE "skillName" = skill AND "organisationId" = NEW."organisationId"
          AND coalesce("lastSuccessDay", '-infinity') < today;
      GET DIAGNOSTICS new_customers = ROW_COUNT;
    END IF;
  END IF;
  -- Several slots, so that runs of one skill that end together do not wait for each other.
  INSERT INTO "SkillDay" AS counted ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    VALUES (skill, today, pg_backend_pid() % 16, NEW."skillSetId", 1, has_succeeded::int, new_customers)
    ON CONFLICT ("skillName", "day", "slot") DO UPDATE SET "runs" = counted."runs" + 1,
      "succeeded" = counted."succeeded" + excluded."succeeded", "customers" = counted."customers" + excluded."customers";
  RETURN NULL;
END $$;

-- Counts in how many entries each word occurs, to correct spelling. The word '' counts entries.
CREATE FUNCTION count_search_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  sign INT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  -- One at a time: two statements that count the same words in another order would wait for each other.
  PERFORM pg_advisory_xact_lock(hashtext('SearchWord'));
  INSERT INTO "SearchWord" AS counted ("word", "entries", "written")
    SELECT found."word", sign * count(*), sign * sum(found."written")
    FROM changed CROSS JOIN LATERAL "search_words_of"(changed) AS found
    GROUP BY found."word"
  ON CONFLICT ("word") DO UPDATE SET
    "entries" = counted."entries" + excluded."entries", "written" = counted."written" + excluded."written";
  RETURN NULL;
END $$;

-- A run keeps the name under which it was called, and a rename moves what was counted to the new name. So a run that is
-- counted after a rename counts under the new name.
CREATE FUNCTION current_skill_name(run "Run") RETURNS text
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
  found_name text;
BEGIN
  SELECT publisher."handle" || '.' || skillset."slug" || '.' || split_part(run."skillName", '.', 3) INTO found_name
    FROM "SkillSet" AS skillset JOIN "Publisher" AS publisher ON publisher."id" = skillset."publisherId"
    WHERE skillset."id" = run."skillSetId";
  RETURN coalesce(found_name, run."skillName");
END
$$;

-- Only runs of other organisations than the publisher's are evidence. Child runs are not, because a skill's code starts them
-- as it likes; failures are only if they are the skill's fault.
CREATE FUNCTION is_evidence(run "Run") RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
  RETURN run."mode" = 'production' AND run."parentRunId" IS NULL
    AND (run."state" IN ('succeeded', 'partial', 'timed_out')
      OR (run."state" = 'failed'
        AND coalesce("json_field"(run."error", 'code'), 'SKILL_ERROR') IN ('SKILL_ERROR', 'OUTPUT_CONTRACT_VIOLATION', 'TOOL_TIMEOUT')))
    AND NOT (run."channel" = 'plan' AND run."skillSetId" IS NULL)
    AND NOT EXISTS (SELECT 1 FROM "SkillSet" AS own JOIN "Publisher" ON "Publisher"."id" = own."publisherId"
      WHERE own."id" = run."skillSetId" AND "Publisher"."organisationId" = run."organisationId");
END
$$;

-- Postgres refuses to read a JSON document that contains NUL or half of a surrogate pair, which authored texts may.
CREATE FUNCTION json_field(document json, name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT regexp_replace(document::text, '\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\ufffd', 'g')::json ->> name
$$;

-- Records every handle that a publisher has or had, so that callers of a former name reach the same skills and nobody else
-- can take it. The name of something that was never published is free again.
CREATE FUNCTION keep_publisher_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (
    SELECT FROM "SkillSet" AS s JOIN "Version" AS v ON v."skillSetId" = s."id"
    WHERE s."publisherId" = OLD."id" AND v."state" IN ('IN_REVIEW', 'PUBLISHED', 'DEPRECATED', 'YANKED')
  ) THEN
    DELETE FROM "PublisherName" WHERE "handle" = OLD."handle" AND "publisherId" = OLD."id";
  END IF;
  INSERT INTO "PublisherName" ("handle", "publisherId") VALUES (NEW."handle", NEW."id") ON CONFLICT DO NOTHING;
  IF NOT EXISTS (SELECT FROM "PublisherName" WHERE "handle" = NEW."handle" AND "publisherId" = NEW."id") THEN
    RAISE EXCEPTION 'The handle % is a former handle of another publisher.', NEW."handle" USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

-- The same for the slugs of SkillSets.
CREATE FUNCTION keep_skill_set_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (
    SELECT FROM "Version" WHERE "skillSetId" = OLD."id" AND "state" IN ('IN_REVIEW', 'PUBLISHED', 'DEPRECATED', 'YANKED')
  ) THEN
    DELETE FROM "SkillSetName" WHERE "publisherId" = OLD."publisherId" AND "slug" = OLD."slug" AND "skillSetId" = OLD."id";
  END IF;
  INSERT INTO "SkillSetName" ("publisherId", "slug", "skillSetId") VALUES (NEW."publisherId", NEW."slug", NEW."id")
    ON CONFLICT DO NOTHING;
  IF NOT EXISTS (
    SELECT FROM "SkillSetName" WHERE "publisherId" = NEW."publisherId" AND "slug" = NEW."slug" AND "skillSetId" = NEW."id"
  ) THEN
    RAISE EXCEPTION 'The slug % is a former name of another SkillSet.', NEW."slug" USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

-- Moves the account's balance. The line takes its number after the account is locked, so that the lines of an account are
-- numbered in the order in which they moved it. The platform's accounts keep no balance: every paid run would lock it.
CREATE FUNCTION ledger_post_line() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  UPDATE "LedgerAccount" SET "balanceMicros" = "balanceMicros" + NEW."amountMicros"
    WHERE "id" = NEW."accountId" AND "organisationId" IS NOT NULL
    RETURNING "balanceMicros" INTO NEW."balanceAfterMicros";
  NEW."id" := nextval(pg_get_serial_sequence('"LedgerLine"', 'id'));
  RETURN NEW;
END
$$;

-- Ledger rows are only added; a balance changes only by the trigger of a line, which runs at depth 1.
CREATE FUNCTION ledger_reject_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only: % of "%" is refused.', TG_OP, TG_TABLE_NAME USING ERRCODE = 'check_violation';
END
$$;

-- Every transfer is balanced when its transaction ends.
CREATE FUNCTION ledger_require_balanced() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  transfer TEXT := CASE TG_TABLE_NAME WHEN 'LedgerTransfer' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'transferId' END;
  lines INT;
  total NUMERIC;
BEGIN
  SELECT count(*), sum("amountMicros") INTO lines, total FROM "LedgerLine" WHERE "transferId" = transfer;
  IF lines < 2 OR total <> 0 THEN
    RAISE EXCEPTION 'Transfer % is not balanced: % lines, sum %.', transfer, lines, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION plan_run_bytes(p "PlanRun") RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT octet_length(p."document"::text)
    + octet_length(p."verdicts"::text)
    + coalesce(octet_length(p."editedArgs"::text), 0)
    + coalesce(octet_length(p."outputs"::text), 0)
    + coalesce(octet_length(p."error"::text), 0)::bigint
$$;

CREATE FUNCTION record_blob_storage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (NEW."organisationId", 'blobs', NEW."sizeBytes");
  ELSE
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (OLD."organisationId", 'blobs', -OLD."sizeBytes");
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION record_plan_attempt_storage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  change BIGINT := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN change := coalesce(octet_length(NEW."result"::text), 0); END IF;
  IF TG_OP <> 'INSERT' THEN change := change - coalesce(octet_length(OLD."result"::text), 0); END IF;
  -- Selects nothing if the plan run is being deleted, which has counted its attempts already.
  INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
    SELECT "organisationId", 'runs', change FROM "PlanRun"
    WHERE change <> 0 AND "id" = coalesce(NEW."planRunId", OLD."planRunId");
  RETURN NULL;
END $$;

CREATE FUNCTION record_plan_run_storage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  change BIGINT;
BEGIN
  IF TG_OP = 'INSERT' THEN
    change := "plan_run_bytes"(NEW);
  ELSIF TG_OP = 'UPDATE' THEN
    change := "plan_run_bytes"(NEW) - "plan_run_bytes"(OLD);
  ELSE
    -- Its attempts are deleted with it, after this.
    change := -"plan_run_bytes"(OLD) - (
      SELECT coalesce(sum(octet_length("result"::text)), 0) FROM "PlanAttempt" WHERE "planRunId" = OLD."id");
  END IF;
  IF change <> 0 THEN
    INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes")
      VALUES (coalesce(NEW."organisationId", OLD."organisationId"), 'runs', change);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;

-- What runs, plan runs and blobs take is counted as it is written, so that a quota is looked up and never computed. Entries
-- are only added, because runs that lock money in another order would wait for counters. The sweep adds them up.
CREATE FUNCTION record_run_storage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO "StorageEntry" ("organisationId", "kind", "bytes") VALUES (
    CASE WHEN TG_OP = 'DELETE' THEN OLD."organisationId" ELSE NEW."organisationId" END,
    'runs',
    CASE TG_OP
      WHEN 'INSERT' THEN NEW."storedBytes"
      WHEN 'UPDATE' THEN NEW."storedBytes" - OLD."storedBytes"
      ELSE -OLD."storedBytes"
    END);
  RETURN NULL;
END $$;

-- Counts all runs again, after they were loaded without triggers.
CREATE FUNCTION recount_runs() RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
  DELETE FROM "SkillDay";
  DELETE FROM "SkillCustomer";
  INSERT INTO "SkillDay" ("skillName", "day", "slot", "skillSetId", "runs", "succeeded", "customers")
    SELECT "current_skill_name"(run), "createdAt"::date, 0, max("skillSetId"), count(*), count(*) FILTER (WHERE "state" = 'succeeded'),
      count(DISTINCT "organisationId") FILTER (WHERE "state" = 'succeeded')
    FROM "Run" AS run WHERE "is_evidence"(run) GROUP BY 1, 2;
  INSERT INTO "SkillCustomer" ("skillName", "organisationId", "skillSetId", "lastDay", "lastSuccessDay")
    SELECT "current_skill_name"(run), "organisationId", max("skillSetId"), max("createdAt")::date,
      max("createdAt") FILTER (WHERE "state" = 'succeeded')::date
    FROM "Run" AS run WHERE "is_evidence"(run) GROUP BY 1, 2;
END $$;

-- Callers pinned what was published, agreed to it and hold its contract hash. State, notices and dates still change.
CREATE FUNCTION reject_published_version_edit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION 'Version % is published and cannot be edited.', OLD."number" USING ERRCODE = 'check_violation';
END
$$;

-- A paid run reserves its price when it opens, and is settled exactly once, in the transaction that ends it. What it captured
-- is what it and its children were charged, and what publishers and the platform received.
CREATE FUNCTION run_matches_ledger() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
  held NUMERIC;
  paid NUMERIC;
  charged NUMERIC;
  captured NUMERIC;
BEGIN
  SELECT sum(line."amountMicros") FILTER (WHERE line."accountId" = 'hold:' || NEW."organisationId"),
      sum(line."amountMicros") FILTER (WHERE line."accountId" = 'fee' OR line."accountId" LIKE 'earnings:%')
    INTO held, paid
    FROM "LedgerLine" line JOIN "LedgerTransfer" transfer ON transfer."id" = line."transferId"
    WHERE transfer."runId" = NEW."id" AND transfer."kind" IN ('hold', 'settle');
  IF held IS DISTINCT FROM (CASE WHEN NEW."state" IN ('queued', 'running') THEN NEW."holdMicros" ELSE 0 END) THEN
    RAISE EXCEPTION 'Run % is % and % of it is held.', NEW."id", NEW."state", held USING ERRCODE = 'check_violation';
  END IF;
  IF NEW."state" NOT IN ('queued', 'running') THEN
    SELECT coalesce(sum("chargedMicros"), 0), coalesce(max("capturedMicros"), 0) INTO charged, captured
      FROM "Run" WHERE "id" = NEW."id" OR "rootRunId" = NEW."id";
    IF charged <> captured OR coalesce(paid, 0) <> captured THEN
      RAISE EXCEPTION 'Run % captured %, was charged % and paid %.', NEW."id", captured, charged, paid USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION run_stored_bytes(r "Run") RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT octet_length(r."input"::text)
    + coalesce(octet_length(r."output"::text), 0)
    + coalesce(octet_length(r."logs"::text), 0)
    + coalesce(octet_length(r."requests"::text), 0)
    + coalesce(octet_length(r."migration"::text), 0)
    + coalesce(octet_length(r."effects"::text), 0)
    + coalesce(octet_length(r."error"::text), 0)
    + coalesce(octet_length(r."errorDetail"::text), 0)
    + coalesce(octet_length(r."warnings"::text), 0)
    + coalesce(octet_length(r."coercions"::text), 0)
$$;

CREATE FUNCTION search_words_of(entry "CatalogEntry") RETURNS TABLE(word text, written integer)
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT lexeme, max(written) FROM (
    SELECT unnest(tsvector_to_array(entry."words")) AS lexeme, 0 AS written
    UNION ALL
    SELECT unnest(tsvector_to_array(to_tsvector('simple',
      concat_ws(' ', entry."searchTitle", entry."searchLabels", entry."searchDescription", entry."searchText")))), 1
    UNION ALL SELECT '', 0
  ) AS lexemes GROUP BY lexeme
$$;

CREATE FUNCTION set_run_stored_bytes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW."storedBytes" := "run_stored_bytes"(NEW);
  RETURN NEW;
END $$;

-- Weighted words as written and as English stems. A trigger and no generated column, because Prisma would take the
-- expression of one for a default.
CREATE FUNCTION write_search_words() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  NEW."words" :=
    setweight(to_tsvector('english', NEW."searchTitle"), 'A') || setweight(to_tsvector('simple', NEW."searchTitle"), 'A') ||
    setweight(to_tsvector('english', NEW."searchLabels"), 'B') || setweight(to_tsvector('simple', NEW."searchLabels"), 'B') ||
    setweight(to_tsvector('english', NEW."searchDescription"), 'C') || setweight(to_tsvector('simple', NEW."searchDescription"), 'C') ||
    setweight(to_tsvector('english', NEW."searchText"), 'D') || setweight(to_tsvector('simple', NEW."searchText"), 'D');
  NEW."titleWords" := to_tsvector('english', NEW."searchTitle") || to_tsvector('simple', NEW."searchTitle");
  RETURN NEW;
END $$;

ALTER TABLE "Account"
    ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ResetLink"
    ADD CONSTRAINT "ResetLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "BrowserSession"
    ADD CONSTRAINT "BrowserSession_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "TotpFactor"
    ADD CONSTRAINT "TotpFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "RecoveryCode"
    ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Passkey"
    ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Organisation"
    ADD CONSTRAINT "Organisation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE SET NULL,
    ADD CONSTRAINT "Organisation_personalOfId_fkey" FOREIGN KEY ("personalOfId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Restriction"
    ADD CONSTRAINT "Restriction_publisherId_fkey" FOREIGN KEY ("publisherId") REFERENCES "Publisher"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Restriction_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Restriction_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Restriction_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OrganisationLimit"
    ADD CONSTRAINT "OrganisationLimit_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Membership"
    ADD CONSTRAINT "Membership_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Invitation"
    ADD CONSTRAINT "Invitation_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApiKey"
    ADD CONSTRAINT "ApiKey_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "ApiKey_toolsetId_fkey" FOREIGN KEY ("toolsetId") REFERENCES "Toolset"(id) ON UPDATE CASCADE,
    ADD CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OAuthCode"
    ADD CONSTRAINT "OAuthCode_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "OAuthClient"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "OAuthCode_toolsetId_fkey" FOREIGN KEY ("toolsetId") REFERENCES "Toolset"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OAuthToken"
    ADD CONSTRAINT "OAuthToken_clientId_fkey" FOREIGN KEY ("clientId") REFERENCES "OAuthClient"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "OAuthToken_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Notice"
    ADD CONSTRAINT "Notice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Mail"
    ADD CONSTRAINT "Mail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "NoticePreference"
    ADD CONSTRAINT "NoticePreference_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "EmailConfirmation"
    ADD CONSTRAINT "EmailConfirmation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Publisher"
    ADD CONSTRAINT "Publisher_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "PublisherName"
    ADD CONSTRAINT "PublisherName_publisherId_fkey" FOREIGN KEY ("publisherId") REFERENCES "Publisher"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SkillSetName"
    ADD CONSTRAINT "SkillSetName_publisherId_fkey" FOREIGN KEY ("publisherId") REFERENCES "Publisher"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "SkillSetName_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Transfer"
    ADD CONSTRAINT "Transfer_fromOrganisationId_fkey" FOREIGN KEY ("fromOrganisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Transfer_publisherId_fkey" FOREIGN KEY ("publisherId") REFERENCES "Publisher"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Transfer_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Transfer_toOrganisationId_fkey" FOREIGN KEY ("toOrganisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SkillSet"
    ADD CONSTRAINT "SkillSet_publisherId_fkey" FOREIGN KEY ("publisherId") REFERENCES "Publisher"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "TrustedRepository"
    ADD CONSTRAINT "TrustedRepository_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "StagingToken"
    ADD CONSTRAINT "StagingToken_trustId_fkey" FOREIGN KEY ("trustId") REFERENCES "TrustedRepository"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "StagedSubmission"
    ADD CONSTRAINT "StagedSubmission_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Star"
    ADD CONSTRAINT "Star_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Star_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Rating"
    ADD CONSTRAINT "Rating_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Rating_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Report"
    ADD CONSTRAINT "Report_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Report_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Draft"
    ADD CONSTRAINT "Draft_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "DraftCheck"
    ADD CONSTRAINT "DraftCheck_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "Draft"("skillSetId") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Version"
    ADD CONSTRAINT "Version_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Submission"
    ADD CONSTRAINT "Submission_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ReviewComment"
    ADD CONSTRAINT "ReviewComment_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "CatalogEntry"
    ADD CONSTRAINT "CatalogEntry_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "CatalogEntry_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SkillDay"
    ADD CONSTRAINT "SkillDay_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SkillCustomer"
    ADD CONSTRAINT "SkillCustomer_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "SkillCustomer_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Install"
    ADD CONSTRAINT "Install_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Install_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Install_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "ConfigValue"
    ADD CONSTRAINT "ConfigValue_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "ConfigValue_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Run"
    ADD CONSTRAINT "Run_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Run_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Run_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"(id) ON UPDATE CASCADE ON DELETE SET NULL,
    ADD CONSTRAINT "Run_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Run_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "IdempotencyKey"
    ADD CONSTRAINT "IdempotencyKey_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "LedgerAccount"
    ADD CONSTRAINT "LedgerAccount_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "LedgerLine"
    ADD CONSTRAINT "LedgerLine_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount"(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    ADD CONSTRAINT "LedgerLine_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer"(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "Preset"
    ADD CONSTRAINT "Preset_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Preset_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Preset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Share"
    ADD CONSTRAINT "Share_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Blob"
    ADD CONSTRAINT "Blob_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    ADD CONSTRAINT "Blob_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Blob_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "SkillFile"
    ADD CONSTRAINT "SkillFile_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    ADD CONSTRAINT "SkillFile_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "BlobChunk"
    ADD CONSTRAINT "BlobChunk_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Vault"
    ADD CONSTRAINT "Vault_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "VaultFile"
    ADD CONSTRAINT "VaultFile_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Vault"("organisationId") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "VaultContent"
    ADD CONSTRAINT "VaultContent_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"(id) ON UPDATE CASCADE ON DELETE RESTRICT,
    ADD CONSTRAINT "VaultContent_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "VaultOperation"
    ADD CONSTRAINT "VaultOperation_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Vault"("organisationId") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "VaultChange"
    ADD CONSTRAINT "VaultChange_operationId_fkey" FOREIGN KEY ("operationId") REFERENCES "VaultOperation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "McpEvent"
    ADD CONSTRAINT "McpEvent_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "McpCall"
    ADD CONSTRAINT "McpCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Webhook"
    ADD CONSTRAINT "Webhook_noticesOfId_fkey" FOREIGN KEY ("noticesOfId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Webhook_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "WebhookAttempt"
    ADD CONSTRAINT "WebhookAttempt_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Toolset"
    ADD CONSTRAINT "Toolset_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ToolsetSkill"
    ADD CONSTRAINT "ToolsetSkill_toolsetId_fkey" FOREIGN KEY ("toolsetId") REFERENCES "Toolset"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "ToolsetSkill_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SavedPlan"
    ADD CONSTRAINT "SavedPlan_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Workspace"
    ADD CONSTRAINT "Workspace_organisationId_userId_fkey" FOREIGN KEY ("organisationId", "userId") REFERENCES "Membership"("organisationId", "userId") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "OpenDocument"
    ADD CONSTRAINT "OpenDocument_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "DocumentUpdate"
    ADD CONSTRAINT "DocumentUpdate_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "OpenDocument"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PlanRun"
    ADD CONSTRAINT "PlanRun_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "PlanRun_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "PlanAttempt"
    ADD CONSTRAINT "PlanAttempt_planRunId_fkey" FOREIGN KEY ("planRunId") REFERENCES "PlanRun"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ApprovalPolicy"
    ADD CONSTRAINT "ApprovalPolicy_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "Automation"
    ADD CONSTRAINT "Automation_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Automation_savedPlanId_fkey" FOREIGN KEY ("savedPlanId") REFERENCES "SavedPlan"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "Automation_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "AutomationRun"
    ADD CONSTRAINT "AutomationRun_automationId_fkey" FOREIGN KEY ("automationId") REFERENCES "Automation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "SealedSecret"
    ADD CONSTRAINT "SealedSecret_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "IntegrationConnection"
    ADD CONSTRAINT "IntegrationConnection_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "IntegrationConnection_providerSlug_fkey" FOREIGN KEY ("providerSlug") REFERENCES "IntegrationProvider"(slug) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "PendingRevocation"
    ADD CONSTRAINT "PendingRevocation_id_fkey" FOREIGN KEY (id) REFERENCES "SealedSecret"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "PendingRevocation_providerSlug_fkey" FOREIGN KEY ("providerSlug") REFERENCES "IntegrationProvider"(slug) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "IntegrationUse"
    ADD CONSTRAINT "IntegrationUse_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "IntegrationUse_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ConnectAttempt"
    ADD CONSTRAINT "ConnectAttempt_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"(id) ON UPDATE CASCADE ON DELETE CASCADE,
    ADD CONSTRAINT "ConnectAttempt_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"(id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE TRIGGER "Publisher_name" AFTER INSERT OR UPDATE OF handle ON "Publisher" FOR EACH ROW EXECUTE FUNCTION keep_publisher_name();

CREATE TRIGGER "SkillSet_name" AFTER INSERT OR UPDATE OF slug, "publisherId" ON "SkillSet" FOR EACH ROW EXECUTE FUNCTION keep_skill_set_name();

CREATE TRIGGER "Version_published_is_immutable" BEFORE UPDATE OF number, "skillSetId", visibility, changelog, document ON "Version" FOR EACH ROW WHEN (((old.state = ANY (ARRAY['PUBLISHED'::"VersionState", 'DEPRECATED'::"VersionState", 'YANKED'::"VersionState"])) AND ((old.number <> new.number) OR (old."skillSetId" <> new."skillSetId") OR (old.visibility <> new.visibility) OR (old.changelog <> new.changelog) OR ((old.document)::text <> (new.document)::text)))) EXECUTE FUNCTION reject_published_version_edit();

CREATE TRIGGER count_words_of_deleted_entries AFTER DELETE ON "CatalogEntry" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
CREATE TRIGGER count_words_of_new_entries AFTER INSERT ON "CatalogEntry" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_search_words();
CREATE TRIGGER write_search_words BEFORE INSERT OR UPDATE OF "searchTitle", "searchLabels", "searchDescription", "searchText" ON "CatalogEntry" FOR EACH ROW EXECUTE FUNCTION write_search_words();

CREATE CONSTRAINT TRIGGER "Run_reserved_on_open" AFTER INSERT ON "Run" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new."holdMicros" > 0)) EXECUTE FUNCTION run_matches_ledger();
CREATE CONSTRAINT TRIGGER "Run_settled_on_end" AFTER UPDATE OF state, "holdMicros" ON "Run" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new."holdMicros" > 0) OR (old."holdMicros" > 0))) EXECUTE FUNCTION run_matches_ledger();
CREATE TRIGGER count_ended_run AFTER INSERT ON "Run" FOR EACH ROW WHEN ((new.state <> ALL (ARRAY['queued'::"RunState", 'running'::"RunState", 'cancelled'::"RunState"]))) EXECUTE FUNCTION count_run_end();
CREATE TRIGGER count_run_end AFTER UPDATE OF state ON "Run" FOR EACH ROW WHEN (((old.state = ANY (ARRAY['queued'::"RunState", 'running'::"RunState"])) AND (new.state <> ALL (ARRAY['queued'::"RunState", 'running'::"RunState", 'cancelled'::"RunState"])))) EXECUTE FUNCTION count_run_end();
CREATE TRIGGER record_run_storage AFTER INSERT OR DELETE ON "Run" FOR EACH ROW EXECUTE FUNCTION record_run_storage();
CREATE TRIGGER record_run_storage_change AFTER UPDATE ON "Run" FOR EACH ROW WHEN ((old."storedBytes" <> new."storedBytes")) EXECUTE FUNCTION record_run_storage();
CREATE TRIGGER set_run_stored_bytes BEFORE INSERT OR UPDATE OF input, output, logs, requests, migration, effects, error, "errorDetail", warnings, coercions ON "Run" FOR EACH ROW EXECUTE FUNCTION set_run_stored_bytes();

CREATE TRIGGER "LedgerAccount_changed_by_lines_only" BEFORE UPDATE ON "LedgerAccount" FOR EACH ROW WHEN ((pg_trigger_depth() < 1)) EXECUTE FUNCTION ledger_reject_change();
CREATE TRIGGER "LedgerAccount_no_delete" BEFORE DELETE ON "LedgerAccount" FOR EACH ROW EXECUTE FUNCTION ledger_reject_change();
CREATE TRIGGER "LedgerAccount_starts_at_zero" BEFORE INSERT ON "LedgerAccount" FOR EACH ROW WHEN ((new."balanceMicros" <> 0)) EXECUTE FUNCTION ledger_reject_change();

CREATE TRIGGER "LedgerTransfer_append_only" BEFORE DELETE OR UPDATE ON "LedgerTransfer" FOR EACH ROW EXECUTE FUNCTION ledger_reject_change();
CREATE CONSTRAINT TRIGGER "LedgerTransfer_balanced" AFTER INSERT ON "LedgerTransfer" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_require_balanced();
CREATE TRIGGER "LedgerTransfer_no_truncate" BEFORE TRUNCATE ON "LedgerTransfer" FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();

CREATE TRIGGER "LedgerLine_append_only" BEFORE DELETE OR UPDATE ON "LedgerLine" FOR EACH ROW EXECUTE FUNCTION ledger_reject_change();
CREATE CONSTRAINT TRIGGER "LedgerLine_balanced" AFTER INSERT ON "LedgerLine" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_require_balanced();
CREATE TRIGGER "LedgerLine_no_truncate" BEFORE TRUNCATE ON "LedgerLine" FOR EACH STATEMENT EXECUTE FUNCTION ledger_reject_change();
CREATE TRIGGER "LedgerLine_updates_balance" BEFORE INSERT ON "LedgerLine" FOR EACH ROW EXECUTE FUNCTION ledger_post_line();

CREATE TRIGGER record_blob_storage AFTER INSERT OR DELETE ON "Blob" FOR EACH ROW EXECUTE FUNCTION record_blob_storage();

CREATE TRIGGER record_plan_run_storage AFTER INSERT OR UPDATE OF document, verdicts, "editedArgs", outputs, error ON "PlanRun" FOR EACH ROW EXECUTE FUNCTION record_plan_run_storage();
CREATE TRIGGER record_plan_run_storage_delete BEFORE DELETE ON "PlanRun" FOR EACH ROW EXECUTE FUNCTION record_plan_run_storage();

CREATE TRIGGER record_plan_attempt_storage AFTER INSERT OR DELETE OR UPDATE OF result ON "PlanAttempt" FOR EACH ROW EXECUTE FUNCTION record_plan_attempt_storage();
