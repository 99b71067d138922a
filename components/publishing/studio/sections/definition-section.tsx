'use client'

import { resourceBytes } from '#lib/contracts/checks/check-resources.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import type { Mark } from '../../../code-editor/code-editor.tsx'
import { textAt } from '../../../drafts/edit-document.ts'
import { CodeField } from '../fields/code-fields.tsx'
import { MarkdownField } from '../fields/markdown-field.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { ItemList } from '../layout/item-list.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { AddDependency } from '../packages/add-dependency.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { skillPointer } from '../state/studio-sections.ts'

const DESCRIPTION = {
  javascript:
    'An async function handler({ config, parameters, context }). TypeScript is fine: types are stripped, not checked.',
  python:
    'A function main(args) that returns data. The standard library and the SkillSet’s packages are available. Import runtime for config, progress and secret placeholders.',
}

export function DefinitionSection({ skill }: { skill: number }) {
  const { state, set, errors } = useStudio()
  const pointer = `${skillPointer(skill)}/definition`
  const isPython = textAt(state.document, `${skillPointer(skill)}/runtime`) === 'python'
  const marks = state.marks[pointer]
  const markedMessages = new Set(marks?.map(({ message }) => message))
  const sentences = [
    ...(marks ?? []).filter(({ severity }) => !severity).map(formatMark),
    ...errors(pointer).filter((message) => !markedMessages.has(message)),
  ]
  const hints = (marks ?? []).filter(({ severity }) => severity === 'warning')
  return (
    <StudioSection
      location={{ section: 'definition', skill }}
      title="Definition"
      description={DESCRIPTION[isPython ? 'python' : 'javascript']}
    >
      <CodeField
        key={pointer}
        pointer={pointer}
        label="Definition"
        isLabelHidden
        language={isPython ? 'python' : 'typescript'}
        lines={{ min: 18, max: 42 }}
        value={textAt(state.document, pointer)}
        marks={marks}
        errors={[...new Set(sentences)]}
        onChange={(text) => set(pointer, text)}
        help={
          hints.length > 0 && (
            <ul className="grid gap-1 text-warning">
              {hints.map((hint) => (
                <li key={`${hint.line} ${hint.message}`}>
                  {formatMark(hint)}
                  {hint.dependency && <AddDependency issue={toDependencyIssue(hint.dependency)} />}
                </li>
              ))}
            </ul>
          )
        }
      />
    </StudioSection>
  )
}

function toDependencyIssue(name: string): Issue {
  return { path: '', keyword: 'dependency', message: '', params: { name } }
}

function formatMark({ line, message }: Mark): string {
  return `Line ${line}: ${message}`
}

export function BodySection({ skill }: { skill: number }) {
  return (
    <StudioSection
      location={{ section: 'body', skill }}
      title="Instructions"
      description="The Markdown page that agents read. Instructions are never executed."
    >
      <MarkdownField
        key={skill}
        pointer={`${skillPointer(skill)}/body`}
        label="Instructions"
        lines={{ min: 18, max: 42 }}
      />
    </StudioSection>
  )
}

export function FilesSection({ skill }: { skill: number }) {
  return (
    <StudioSection
      location={{ section: 'files', skill }}
      title="Files"
      description="Files that agents can read with the skill, such as references, templates and tables, and that Python code reads in /files. JavaScript in the folder code, such as code/words.js, can be imported by the code. They are published with it."
    >
      <ItemList
        key={skill}
        pointer={`${skillPointer(skill)}/resources`}
        noun="file"
        empty="Most skills need none."
        newItem={() => ({ path: '', kind: 'text/markdown', text: '' })}
      >
        {(pointer) => <FileFields pointer={pointer} skill={skill} />}
      </ItemList>
    </StudioSection>
  )
}

function FileFields({ pointer, skill }: { pointer: string; skill: number }) {
  const { data, state, value, set, errors } = useStudio()
  const path = textAt(state.document, `${pointer}/path`)
  const slug = textAt(state.document, `${skillPointer(skill)}/slug`)
  const resource = value(pointer)
  const hasBytes = isObject(resource) && (resource.base64 ?? resource.sha256) !== undefined
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField pointer={`${pointer}/path`} label="Path" isCode placeholder="references/rates.md" />
        <TextField pointer={`${pointer}/kind`} label="Kind" max={100} placeholder="text/markdown" />
      </div>
      {hasBytes ? (
        <p className="text-muted-foreground text-sm">
          {formatBytes(resourceBytes(resource))}. To change this file, download the{' '}
          <a href={paths.draft(data.skillSetId, slug)} download className="underline underline-offset-4">
            folder of this skill
          </a>{' '}
          and import it again.
        </p>
      ) : (
        <CodeField
          key={pointer}
          pointer={`${pointer}/text`}
          label="Text"
          language={languageOf(path)}
          plain
          lines={{ min: 6, max: 24 }}
          value={textAt(state.document, `${pointer}/text`)}
          errors={errors(`${pointer}/text`)}
          onChange={(text) => set(`${pointer}/text`, text)}
        />
      )}
    </>
  )
}

const LANGUAGES = { md: 'markdown', json: 'json', js: 'javascript', ts: 'typescript', py: 'python' } as const

function languageOf(path: string) {
  const ending = path.split('.').at(-1) ?? ''
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending as keyof typeof LANGUAGES] : 'text'
}
