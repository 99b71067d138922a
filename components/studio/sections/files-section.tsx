'use client'

import type { Json } from '#lib/contract/json/json.ts'
import { textAt } from '../edit-document.ts'
import { CodeField } from '../fields/code-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { ItemList } from '../item-list.tsx'
import { Section } from '../section.tsx'
import { skillPointer } from '../sections.ts'
import { useStudio } from '../studio-context.tsx'

/** Files that come with a skill, for agents to read. */
export function FilesSection({ skill }: { skill: number }) {
  return (
    <Section
      place={{ section: 'files', skill }}
      title="Files"
      description="Texts that agents can read along with the skill: references, templates, tables. They are published with it."
    >
      <ItemList
        key={skill}
        pointer={`${skillPointer(skill)}/resources`}
        noun="file"
        empty="Most skills need none."
        newItem={() => ({ path: '', kind: 'text/markdown', text: '' })}
      >
        {(pointer) => <FileFields pointer={pointer} />}
      </ItemList>
    </Section>
  )
}

function FileFields({ pointer }: { pointer: string }) {
  const { state, value, set, errors } = useStudio()
  const path = textAt(state.document, `${pointer}/path`)
  const base64 = value(`${pointer}/base64`)
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField pointer={`${pointer}/path`} label="Path" isCode placeholder="references/rates.md" />
        <TextField pointer={`${pointer}/kind`} label="Kind" max={100} placeholder="text/markdown" />
      </div>
      {base64 === undefined ? (
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
      ) : (
        <p className="text-muted-foreground text-sm">
          {bytesIn(base64)} bytes that are no text. They stay as they were imported.
        </p>
      )}
    </>
  )
}

const LANGUAGES = { md: 'markdown', json: 'json', js: 'javascript', ts: 'typescript', py: 'python' } as const

function languageOf(path: string) {
  const ending = path.split('.').at(-1) ?? ''
  return Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending as keyof typeof LANGUAGES] : 'text'
}

/** Four characters carry three bytes. */
function bytesIn(base64: Json): number {
  const text = typeof base64 === 'string' ? base64.replace(/=+$/, '') : ''
  return Math.floor((text.length * 3) / 4)
}
