/** What became of a staged version, for those who follow an older link to it, such as that of a notice. */
import { paths } from '#lib/kernel/site/paths.ts'
import type { StagedEnd } from '#lib/publishing/from-ci/staged-submissions.ts'
import { Page } from '../../shell/page.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { BackLink } from '../../ui/page-header.tsx'
import { Time } from '../../ui/time.tsx'

const TITLES: Record<StagedEnd['kind'], string> = {
  replaced: 'was staged again',
  submitted: 'was submitted',
  discarded: 'was discarded',
}

export function EndedStaged({ end }: { end: StagedEnd }) {
  const { kind, name, number, skillSetId, currentId, endedAtMs } = end
  const at = <Time at={endedAtMs} />
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.publishSkillSet(skillSetId)}>{name}</BackLink>}
      title={`Version ${number} ${TITLES[kind]}`}
      description={
        kind === 'replaced' ? (
          <>
            This build of version {number} was replaced {at} by a later one with the same number.
          </>
        ) : (
          <>
            A person {kind} this build {at}.
          </>
        )
      }
    >
      <p className="text-sm">
        {currentId === null
          ? 'No build of this version waits to be submitted.'
          : 'The build that waits now may differ from the one that you were told of: read it before you submit it.'}
      </p>
      <div>
        {currentId === null ? (
          <LinkButton href={paths.publishSkillSet(skillSetId)} variant="outline">
            Open {name}
          </LinkButton>
        ) : (
          <LinkButton href={paths.stagedSubmission(currentId)}>See the build that waits</LinkButton>
        )}
      </div>
    </Page>
  )
}
