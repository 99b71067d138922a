import { FlaskConical } from 'lucide-react'
import type { Metadata } from 'next'
import { OwnReplayList } from '#components/publishing/replay/own-replay-list.tsx'
import { ReplayConsents } from '#components/publishing/replay/replay-consents.tsx'
import { RunKinds } from '#components/runs/run-kinds.tsx'
import { Page } from '#components/shell/page.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { listOwnReplays } from '#lib/publishing/replay/own-replays.ts'
import { listReplayConsents } from '#lib/publishing/replay/replay-consent.ts'
import { changeReplayConsent } from './actions.ts'

export const metadata: Metadata = { title: 'Updates' }

export default async function UpdatesPage() {
  const ctx = await contextFromCookie()
  const [replays, consents] = await orNotFound(Promise.all([listOwnReplays(ctx), listReplayConsents(ctx)]))
  return (
    <Page
      title="Runs"
      description="New versions that were tried on your past runs before they reach you: would they change what you get?"
    >
      <RunKinds current="updates" />
      {replays.length > 0 ? (
        <OwnReplayList replays={replays} />
      ) : (
        <EmptyState icon={FlaskConical} title="No version was tried on your runs yet">
          Agree below. When a publisher submits a new version, it is tried on your last runs of the same
          skill, and you see here what would change.
        </EmptyState>
      )}
      <section aria-labelledby="consents" className="grid min-w-0 gap-3">
        <div className="grid gap-1">
          <h2 id="consents" className="font-semibold text-lg tracking-tight">
            Let new versions be tried on your runs
          </h2>
          <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
            With your agreement, up to 100 stored runs of each skill are repeated on a submitted version, and
            what your runs ask of other hosts is recorded from now on, encrypted. Nothing leaves the site,
            costs or changes anything. The publisher sees counts by field, from three organisations on, and
            never a value. Switching it off deletes what was recorded and compared.
          </p>
        </div>
        {consents.length > 0 ? (
          <ReplayConsents
            lines={consents}
            canChange={ctx.viewer?.organisationRole !== 'MEMBER'}
            change={changeReplayConsent}
          />
        ) : (
          <p className="text-muted-foreground text-sm">Install a SkillSet first; it is then listed here.</p>
        )}
      </section>
    </Page>
  )
}
