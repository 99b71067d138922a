'use client'

import { TextField } from '../fields/text-field.tsx'
import { ItemList } from '../item-list.tsx'
import { Section } from '../section.tsx'
import { skillPointer } from '../sections.ts'

/** Quick actions offered with a result. */
export function ButtonsSection({ skill }: { skill: number }) {
  return (
    <Section
      place={{ section: 'buttons', skill }}
      title="Buttons"
      description="Offered below a result: what people may want to do next. The payload is what a program gets when one is pressed."
    >
      <ItemList
        key={skill}
        pointer={`${skillPointer(skill)}/buttons`}
        noun="button"
        empty="No buttons. Most skills need none."
        newItem={() => ({ label: '', payload: '' })}
      >
        {(pointer) => (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField pointer={`${pointer}/label`} label="Label" max={50} placeholder="Track package" />
            <TextField
              pointer={`${pointer}/payload`}
              label="Payload"
              max={200}
              isCode
              placeholder="TRACK_PACKAGE"
            />
          </div>
        )}
      </ItemList>
    </Section>
  )
}
