import { Download } from 'lucide-react'
import { STATE_LABELS } from '#lib/contracts/versions/version-states.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { DraftPage } from '#lib/publishing/drafts/get-draft.ts'
import { JsonBlock } from '../../output/json-block.tsx'
import { Page } from '../../shell/page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { BackLink } from '../../ui/page-header.tsx'
import { Time } from '../../ui/time.tsx'

/** What a plain member of the publisher sees of a SkillSet: its draft and versions, and who can change them. */
export function ReadOnlyDraft({ page }: { page: DraftPage }) {
  const { skillSetId, publisher, slug, name, latest, draft, versions } = page
  return (
    <Page
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title={name}
      description={<code>{`${publisher.handle}.${slug}`}</code>}
      actions={
        <>
          {draft && (
            <LinkButton href={paths.draft(skillSetId)} variant="outline" download>
              <Download aria-hidden /> Download the draft
            </LinkButton>
          )}
          {latest && (
            <LinkButton href={paths.skillSet(publisher.handle, slug)} variant="outline">
              View page
            </LinkButton>
          )}
        </>
      }
    >
      <PublishersOnly />
      <SectionCard id="versions" title="Versions">
        {versions.length > 0 ? (
          <ul className="grid gap-2 text-sm">
            {versions.map(({ id, number, state, createdAtMs }) => (
              <li key={id} className="flex flex-wrap items-center gap-2">
                <code>{number}</code> <Badge>{STATE_LABELS[state]}</Badge>
                <Time at={createdAtMs} className="text-muted-foreground" />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted-foreground text-sm">No version was submitted yet.</p>
        )}
      </SectionCard>
      {draft && (
        <SectionCard id="draft" title="Draft" description={`Last saved by ${draft.savedBy}.`}>
          <JsonBlock value={draft.document} label="The draft as JSON" />
        </SectionCard>
      )}
    </Page>
  )
}

export function PublishersOnly() {
  return (
    <Alert title="Only owners and admins publish">
      You are a member of this organisation: you run its skills and see its drafts. To create, edit or submit
      SkillSets, ask an owner or admin to make you an admin under Settings → Organisation.
    </Alert>
  )
}
