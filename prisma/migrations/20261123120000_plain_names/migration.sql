-- Renames columns, enum values, indexes, constraints, triggers and functions to standard terms. No row changes.
-- Stop workers and command lines of the previous version first: they use the old column names.
ALTER TABLE "Run" RENAME COLUMN "door" TO "channel";
ALTER TABLE "PlanRun" RENAME COLUMN "door" TO "channel";
ALTER TABLE "Organisation" RENAME COLUMN "runsKeptDays" TO "runRetentionDays";
ALTER TABLE "Organisation" RENAME COLUMN "forgetRunsBefore" TO "purgeRunsBefore";
ALTER TABLE "Run" RENAME COLUMN "forgottenAt" TO "purgedAt";
ALTER TABLE "Rating" RENAME COLUMN "words" TO "comment";
ALTER TABLE "Report" RENAME COLUMN "words" TO "message";
ALTER TABLE "ReviewComment" RENAME COLUMN "byAdmin" TO "isByAdmin";
ALTER TABLE "CatalogEntry" RENAME COLUMN "haystack" TO "searchText";
ALTER TABLE "ConfigValue" RENAME COLUMN "givenFor" TO "consentedUses";
ALTER TABLE "VaultChange" RENAME COLUMN "isKept" TO "isUndoable";
ALTER TABLE "OpenDocument" RENAME COLUMN "rivalEtag" TO "conflictEtag";
ALTER TABLE "OpenDocument" RENAME COLUMN "trouble" TO "problem";
ALTER TABLE "Worker" RENAME COLUMN "beatAt" TO "heartbeatAt";
ALTER TABLE "PlanRun" RENAME COLUMN "restingUntil" TO "waitingUntil";
ALTER TABLE "PlanAttempt" RENAME COLUMN "isCarried" TO "isCarriedOver";

ALTER TYPE "VersionState" RENAME VALUE 'CHANGES_ASKED' TO 'CHANGES_REQUESTED';
ALTER TYPE "Decision" RENAME VALUE 'CHANGES_ASKED' TO 'CHANGES_REQUESTED';

ALTER TABLE "Organisation" RENAME CONSTRAINT "Organisation_runsKeptDays" TO "Organisation_runRetentionDays_check";
ALTER TABLE "ToolsetSkill" RENAME CONSTRAINT "ToolsetSkill_agreed_to" TO "ToolsetSkill_version_or_document_check";
ALTER TABLE "Rating" RENAME CONSTRAINT "Rating_points" TO "Rating_points_check";
ALTER TABLE "Run" RENAME CONSTRAINT "Run_price_is_no_debt" TO "Run_price_not_negative";
ALTER TABLE "Run" RENAME CONSTRAINT "Run_held_is_settled_at_its_end" TO "Run_hold_settled_at_end";
ALTER TABLE "Run" RENAME CONSTRAINT "Run_captured_of_what_was_held" TO "Run_captured_within_hold";
ALTER TABLE "Run" RENAME CONSTRAINT "Run_child_is_charged_at_its_end" TO "Run_child_charged_at_end";
ALTER TABLE "LedgerAccount" RENAME CONSTRAINT "LedgerAccount_id_says_whose" TO "LedgerAccount_id_matches_owner";
ALTER TABLE "LedgerAccount" RENAME CONSTRAINT "LedgerAccount_has_its_owner" TO "LedgerAccount_owner_matches_kind";
ALTER TABLE "LedgerLine" RENAME CONSTRAINT "LedgerLine_moves_something" TO "LedgerLine_amount_not_zero";
ALTER TABLE "VaultContent" RENAME CONSTRAINT "VaultContent_one_place" TO "VaultContent_bytes_or_content";

ALTER INDEX "Run_to_forget_idx" RENAME TO "Run_to_purge_idx";
ALTER INDEX "Run_organisationId_createdAt_held_idx" RENAME TO "Run_organisationId_createdAt_hold_idx";
ALTER INDEX "CatalogEntry_words_idx" RENAME TO "CatalogEntry_search_text_idx";
ALTER INDEX "CatalogEntry_standing_name_idx" RENAME TO "CatalogEntry_popularity_name_idx";

ALTER TRIGGER "LedgerAccount_kept" ON "LedgerAccount" RENAME TO "LedgerAccount_no_delete";
ALTER TRIGGER "LedgerAccount_begins_empty" ON "LedgerAccount" RENAME TO "LedgerAccount_starts_at_zero";
ALTER TRIGGER "LedgerAccount_only_by_lines" ON "LedgerAccount" RENAME TO "LedgerAccount_changed_by_lines_only";
ALTER TRIGGER "LedgerLine_moves_its_account" ON "LedgerLine" RENAME TO "LedgerLine_updates_balance";
ALTER TRIGGER "Run_is_held_when_it_opens" ON "Run" RENAME TO "Run_reserved_on_open";
ALTER TRIGGER "Run_is_settled_when_it_ends" ON "Run" RENAME TO "Run_settled_on_end";
-- A constraint trigger is a constraint of the same name too.
ALTER TABLE "Run" RENAME CONSTRAINT "Run_is_held_when_it_opens" TO "Run_reserved_on_open";
ALTER TABLE "Run" RENAME CONSTRAINT "Run_is_settled_when_it_ends" TO "Run_settled_on_end";
ALTER TRIGGER "measure_run" ON "Run" RENAME TO "set_run_stored_bytes";
ALTER TRIGGER "enter_run_storage" ON "Run" RENAME TO "record_run_storage";
ALTER TRIGGER "enter_run_storage_change" ON "Run" RENAME TO "record_run_storage_change";
ALTER TRIGGER "enter_blob_storage" ON "Blob" RENAME TO "record_blob_storage";

ALTER FUNCTION "ledger_keep_balanced"() RENAME TO "ledger_require_balanced";
ALTER FUNCTION "ledger_refuse"() RENAME TO "ledger_reject_change";
ALTER FUNCTION "run_is_in_the_ledger"() RENAME TO "run_matches_ledger";
ALTER FUNCTION "keep_published_version"() RENAME TO "reject_published_version_edit";
ALTER FUNCTION "measure_run"() RENAME TO "set_run_stored_bytes";
ALTER FUNCTION "enter_run_storage"() RENAME TO "record_run_storage";
ALTER FUNCTION "enter_blob_storage"() RENAME TO "record_blob_storage";
