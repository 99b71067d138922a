/** All that a staged version holds, compared with the published one: whoever submits it has read what they submit. */
import type { StagedContents as Contents } from '#lib/publishing/from-ci/staged-submissions.ts'
import type { TextChange } from '#lib/publishing/review/review-views.ts'
import { SectionCard } from '../../ui/card.tsx'
import { ConfigChangeList, PermissionsView } from '../review/submission/change-lists.tsx'
import { SkillChanges } from '../review/submission/skill-changes.tsx'
import { TextChangeView } from '../review/submission/text-change-view.tsx'

type Props = { contents: Contents; title: string; isFirst: boolean }

export function StagedContents({ contents, title, isFirst }: Props) {
  const { permissions, config, skills, migrations, texts } = contents
  const show = (changes: TextChange[]) =>
    changes
      .filter(({ before, after }) => before !== after)
      .map((change) => (
        <TextChangeView key={change.title} change={change} ownerName={title} marksNew={!isFirst} />
      ))
  return (
    <>
      <SectionCard
        id="permissions"
        title="Permissions and settings"
        description="The permissions that users agree to and the settings they provide."
        className="grid grid-cols-1 gap-4"
      >
        <PermissionsView
          permissions={permissions}
          skills={skills.filter(({ status }) => status !== 'removed')}
        />
        <ConfigChangeList {...config} />
      </SectionCard>
      <SectionCard
        id="code"
        title="Code"
        description="The code that runs in the sandbox, the pages of instruction skills, and the files of both."
        className="grid grid-cols-1 gap-4"
      >
        <SkillChanges skills={skills} pick={({ code, files }) => [code, ...files]} />
        {show(migrations)}
      </SectionCard>
      <SectionCard
        id="schemas"
        title="Schemas"
        description="The input that each skill accepts and the output it guarantees."
      >
        <SkillChanges skills={skills} pick={({ parameters, response }) => [parameters, response]} />
      </SectionCard>
      <SectionCard
        id="texts"
        title="Texts, examples and everything else"
        description="Names, prompts, examples, prices and limits. Agents follow the prompts."
        className="grid grid-cols-1 gap-4"
      >
        <SkillChanges skills={skills} pick={(skill) => skill.texts} />
        {texts.some(({ before, after }) => before !== after) && (
          <h3 className="font-semibold">{title}, the SkillSet</h3>
        )}
        {show(texts)}
      </SectionCard>
    </>
  )
}
