import { headers } from 'next/headers'
import { CurrentInput } from '#components/quick-execute/current-input.tsx'
import { InstructionView } from '#components/quick-execute/instruction-view.tsx'
import { PreviousRuns } from '#components/quick-execute/previous-runs.tsx'
import { QuickExecute } from '#components/quick-execute/quick-execute.tsx'
import { SkillHeader } from '#components/quick-execute/skill-header.tsx'
import { SkillNotices } from '#components/quick-execute/skill-notices.tsx'
import { SkillTabs } from '#components/quick-execute/skill-tabs.tsx'
import { Page } from '#components/shell/page.tsx'
import type { SkillPage } from '#lib/catalog/views.ts'
import { getQuickExecute } from '#lib/execution/get-quick-execute.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'
import { beginRun, endShare, forgetPreset, keepPreset, makeShare } from '../../../runs/actions.ts'
import { aboutTabs } from './about-tabs.tsx'

type SkillDeskProps = {
  page: SkillPage
  /** This page's address, without its query. */
  here: string
  query: URLSearchParams
}

/** One skill, or one built-in tool, where it is run. */
export async function SkillDesk({ page, here, query }: SkillDeskProps) {
  const ctx = await contextFromCookie()
  const { name, skill, version } = page
  const desk = await getQuickExecute(ctx, page, { from: query.get('from') })
  return (
    <Page className="grid grid-cols-1 gap-8">
      <SkillHeader page={page} />
      <SkillNotices page={page} lack={desk.lack} />
      <CurrentInput>
        {skill.kind === 'instruction' ? (
          <InstructionView body={skill.body ?? ''} />
        ) : (
          <QuickExecute
            key={version.id}
            skill={{
              name,
              version: version.number,
              parameters: skill.parameters ?? {},
              response: skill.response,
              examples: skill.examples ?? [],
              buttons: skill.buttons ?? [],
            }}
            quote={desk.quote}
            presets={desk.presets}
            start={desk.start}
            personId={ctx.viewer?.userId ?? null}
            blocked={desk.lack !== undefined || version.state === 'YANKED'}
            here={query.size > 0 ? `${here}?${query}` : here}
            actions={{ beginRun, keepPreset, forgetPreset, makeShare, endShare }}
          />
        )}
        <SkillTabs
          // A visitor has no runs to look at.
          first={ctx.viewer ? 'runs' : 'contract'}
          tabs={[
            // Instructions are read, not run.
            ...(skill.kind === 'instruction'
              ? []
              : [
                  {
                    id: 'runs',
                    label: 'Your runs',
                    content: (
                      <PreviousRuns runs={desk.runs} skillName={name} isSignedIn={ctx.viewer !== null} />
                    ),
                  },
                ]),
            ...aboutTabs(page, publicOrigin(await headers())),
          ]}
        />
      </CurrentInput>
    </Page>
  )
}
