/** The submission page below its head: every part one after the other, so that nothing hides behind a tab. */
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { SubmissionPage } from '#lib/review/views.ts'
import { MigrationTestList } from '../migrations/migration-test-list.tsx'
import { AdviceView } from './advice-view.tsx'
import { ChangeList } from './change-list.tsx'
import { ChecklistView } from './checklist-view.tsx'
import { ConfigChanges } from './config-changes.tsx'
import { Conversation } from './conversation.tsx'
import { ExamplesView } from './examples-view.tsx'
import { History } from './history.tsx'
import { PermissionsView } from './permissions-view.tsx'
import { Section } from './section.tsx'
import { sectionLinks } from './section-links.ts'
import { SectionNav } from './section-nav.tsx'
import { SkillChanges } from './skill-changes.tsx'
import { TextChange } from './text-change.tsx'

type SubmissionSectionsProps = {
  page: SubmissionPage
  addComment: (body: string) => Promise<ActionResult<void>>
}

export function SubmissionSections({ page, addComment }: SubmissionSectionsProps) {
  const { baseNumber, changes, skills, examples, viewer } = page
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start lg:gap-10">
      <SectionNav sections={sectionLinks(page)} />
      <div className="grid min-w-0 grid-cols-1 gap-12">
        {baseNumber && (
          <Section
            id="changes"
            title="What changed"
            about={`Since ${baseNumber}, computed from the two documents.`}
          >
            {changes.length > 0 ? <ChangeList changes={changes} /> : <Nothing>Nothing at all.</Nothing>}
          </Section>
        )}
        <Section
          id="permissions"
          title="Permissions and settings"
          about="What it may access, as its users agree to it, and the settings they provide."
        >
          <PermissionsView permissions={page.permissions} />
          <ConfigChanges {...page.config} />
        </Section>
        <Section
          id="code"
          title="Code"
          about="What runs in the sandbox, and the pages of instruction skills."
        >
          <SkillChanges skills={skills} pick={({ code }) => [code]} />
          <SetTexts page={page} texts={page.migrations} />
          {page.migrationTests.length > 0 && (
            <div className="grid min-w-0 grid-cols-1 gap-4">
              <h3 className="font-semibold">Migrations on old examples, at submission</h3>
              <MigrationTestList tests={page.migrationTests} />
            </div>
          )}
        </Section>
        <Section
          id="examples"
          title="Examples"
          about="Results of the examples, run in the sandbox at submission."
        >
          {examples.length > 0 ? <ExamplesView examples={examples} /> : <Nothing>No examples.</Nothing>}
        </Section>
        <Section
          id="schemas"
          title="Schemas"
          about="What each skill accepts, and what it promises to return."
        >
          <SkillChanges
            skills={skills}
            pick={({ parameters, response }) => [parameters, response]}
            isPaired
          />
        </Section>
        <Section id="words" title="Words" about="Agents follow these prompts.">
          <SkillChanges skills={skills} pick={({ words }) => words} />
          <SetTexts page={page} texts={page.texts} />
        </Section>
        <Section id="checklist" title="Checklist" about="The automatic checks at submission.">
          <ChecklistView lines={page.checklist} />
        </Section>
        <Section
          id="advice"
          title="Advice"
          about="What would make its contracts easier to use. None of it blocks a decision."
        >
          <AdviceView advice={page.advice} />
        </Section>
        <Section id="conversation" title="Conversation">
          <Conversation
            comments={page.comments}
            revision={page.revision}
            otherSide={viewer.isPublisher ? 'the admins' : 'the publisher'}
            addComment={addComment}
          />
        </Section>
        <Section id="history" title="History of this number">
          <History history={page.history} hereId={page.id} />
        </Section>
      </div>
    </div>
  )
}

/** Texts of the SkillSet itself, under its own name. */
function SetTexts({ page, texts }: { page: SubmissionPage; texts: SubmissionPage['texts'] }) {
  const changed = texts.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return null
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <h3 className="font-semibold">{page.skillSet.name}, the SkillSet</h3>
      {changed.map((text) => (
        <TextChange
          key={text.title}
          change={text}
          of={page.skillSet.name}
          marksNew={page.baseNumber !== null}
        />
      ))}
    </div>
  )
}

function Nothing({ children }: { children: string }) {
  return <p className="text-muted-foreground text-sm">{children}</p>
}
