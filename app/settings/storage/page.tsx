import type { Metadata } from 'next'
import { FreeRunsForm } from '#components/organisations/free-runs-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getBlobQuota } from '#lib/blobs/list-blobs.ts'
import { getRunStorage, type RunStorage } from '#lib/blobs/quotas/run-storage.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { getRetention } from '#lib/organisations/retention-setting.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { formatRunCount } from '#lib/runs/model/run-states.ts'
import { openVault } from '#lib/vault/vault.ts'
import { vaultUsage } from '#lib/vault/vault-usage.ts'
import { scheduleRunCleanup } from './actions.ts'

export const metadata: Metadata = { title: 'Storage' }

export default async function StoragePage() {
  const ctx = await contextFromCookie()
  const [storage, blobs, vault, { days }] = await orNotFound(
    Promise.all([
      getRunStorage(ctx),
      getBlobQuota(ctx),
      Promise.resolve(ctx).then((viewer) => vaultUsage(openVault(viewer))),
      getRetention(ctx),
    ]),
  )
  const { organisationName, used, personFactor, ofPerson, pending } = storage

  return (
    <Page
      width="reading"
      title="Storage"
      description={`How much ${organisationName} stores, and how to free up space. When a quota is full, new runs or uploads are rejected. Existing data is not deleted.`}
    >
      <UsageFacts storage={storage} blobs={blobs} vault={vault} />
      <p className="text-muted-foreground text-sm">
        All organisations created by the same person share a quota of {personFactor} times these sizes.
        Together they store {formatBytes(used.person)} of runs, {formatBytes(ofPerson.blobBytes)} of blobs,{' '}
        {formatBytes(ofPerson.skillFileBytes)} of skills and {formatBytes(ofPerson.vaultBytes)} in vaults,
        history included.
      </p>
      <SectionCard
        id="free"
        title="Free space"
        description={
          <>
            {days === null
              ? 'Inputs and outputs of runs are stored forever.'
              : `Inputs and outputs of runs are deleted after ${days} days.`}{' '}
            Change this under <TextLink href={paths.retention}>Retention</TextLink>, or delete them now.
          </>
        }
        className="grid grid-cols-1 gap-4"
      >
        {pending > 0 && (
          <p role="status" className="text-sm">
            Deleting: {formatRunCount(pending, 'run is', 'runs are')} left.
          </p>
        )}
        <FreeRunsForm storage={storage} free={scheduleRunCleanup} />
        <FreeSpaceHints blobDays={blobs.retentionDays} />
      </SectionCard>
    </Page>
  )
}

type UsageFactsProps = {
  storage: RunStorage
  blobs: Awaited<ReturnType<typeof getBlobQuota>>
  vault: Awaited<ReturnType<typeof vaultUsage>>
}

function UsageFacts({ storage: { used, quotaBytes, skillFiles }, blobs, vault }: UsageFactsProps) {
  return (
    <Facts
      facts={[
        {
          label: 'Runs',
          value: formatBytes(used.organisation),
          note: `Of ${formatBytes(quotaBytes)} for runs and plan runs.`,
        },
        {
          label: 'Blobs',
          value: formatBytes(blobs.usedBytes),
          note: `Of ${formatBytes(blobs.quotaBytes)}.`,
        },
        {
          label: 'Vault',
          value: formatBytes(vault.usedBytes),
          note: `Of ${formatBytes(vault.quotaBytes)}.`,
        },
        {
          label: 'Skills',
          value: formatBytes(skillFiles.usedBytes),
          note: `Of ${formatBytes(skillFiles.quotaBytes)} for drafts, versions and large files.`,
        },
      ]}
    />
  )
}

function FreeSpaceHints({ blobDays }: { blobDays: number }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm">
      <li>
        Delete <TextLink href={paths.blobList}>blobs</TextLink> that you no longer need. Each expires after{' '}
        {blobDays} days.
      </li>
      <li>
        Delete files in the <TextLink href={paths.vault}>vault</TextLink>, then empty its trash.
      </li>
      <li>
        Delete <TextLink href={paths.publish}>SkillSets</TextLink> that were never published. Files that you
        remove from a draft are deleted after 30 days.
      </li>
    </ul>
  )
}
