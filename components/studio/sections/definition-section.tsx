'use client'

import { textAt } from '../edit-document.ts'
import { CodeField } from '../fields/code-field.tsx'
import { MarkdownField } from '../fields/markdown-field.tsx'
import { Section } from '../section.tsx'
import { skillPointer } from '../sections.ts'
import { useStudio } from '../studio-context.tsx'

const DESCRIPTION = {
  javascript:
    'An async function handler({ config, parameters, context }). TypeScript is fine: types are stripped, not checked.',
  python:
    'A function main(args) that returns data. The standard library is there; import runtime for config, progress and the placeholders of secrets.',
}

/** The code of a skill. */
export function DefinitionSection({ skill }: { skill: number }) {
  const { state, set, errors } = useStudio()
  const pointer = `${skillPointer(skill)}/definition`
  const isPython = textAt(state.document, `${skillPointer(skill)}/runtime`) === 'python'
  const marks = state.marks[pointer]
  const marked = new Set(marks?.map(({ message }) => message))
  const sentences = [
    ...(marks ?? []).map(({ line, message }) => `Line ${line}: ${message}`),
    ...errors(pointer).filter((message) => !marked.has(message)),
  ]
  return (
    <Section
      place={{ section: 'definition', skill }}
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
      />
    </Section>
  )
}

/** The page of an instruction skill. */
export function BodySection({ skill }: { skill: number }) {
  return (
    <Section
      place={{ section: 'body', skill }}
      title="Instructions"
      description="The page that agents read, in Markdown. It is never executed."
    >
      <MarkdownField
        key={skill}
        pointer={`${skillPointer(skill)}/body`}
        label="Instructions"
        lines={{ min: 18, max: 42 }}
      />
    </Section>
  )
}
