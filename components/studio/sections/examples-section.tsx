'use client'

import { ItemList } from '../item-list.tsx'
import { Section } from '../section.tsx'
import { skillPointer } from '../sections.ts'
import { ExampleFields } from './example-fields.tsx'

/** Inputs worth showing: one click fills the form with them, and each must pass before publishing. */
export function ExamplesSection({ skill }: { skill: number }) {
  const pointer = skillPointer(skill)
  return (
    <Section
      place={{ section: 'examples', skill }}
      title="Examples"
      description="People fill the form with one click, agents learn from them, and each is run in the sandbox before a version is published. At least one is required."
    >
      <ItemList
        key={skill}
        pointer={`${pointer}/examples`}
        noun="example"
        empty="Start with the input that shows the skill at its best."
        newItem={(list) => ({ title: `Example ${list.length + 1}`, input: {} })}
      >
        {(example) => <ExampleFields skillPointer={pointer} pointer={example} />}
      </ItemList>
    </Section>
  )
}
