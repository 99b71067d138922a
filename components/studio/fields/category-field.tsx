'use client'

import { CATEGORIES } from '#lib/contract/document/skillset-document.ts'
import { categoryLabel } from '#lib/contract/market/catalog-words.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { listAt } from '../edit-document.ts'
import { fieldId } from '../field-id.ts'
import { useStudio } from '../studio-context.tsx'

const POINTER = '/categories'

/** Where in the catalogue it stands: any of a fixed list. */
export function CategoryField() {
  const { state, set, problemsIn } = useStudio()
  const chosen = listAt(state.document, POINTER)
  const errors = problemsIn(POINTER)
  const toggle = (category: string, isOn: boolean) => {
    const next = isOn ? [...chosen, category] : chosen.filter((each) => each !== category)
    set(POINTER, next.length > 0 ? next : undefined)
  }
  return (
    <fieldset id={fieldId(POINTER)} className="grid gap-2">
      <legend className="mb-2 font-medium text-sm leading-none">
        Categories <span className="font-normal text-muted-foreground">optional</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {CATEGORIES.map((category) => (
          <label
            key={category}
            htmlFor={`category-${category}`}
            className="flex h-9 cursor-pointer items-center gap-2 rounded-md border border-input/60 bg-card px-3 text-sm has-data-[state=checked]:border-primary has-data-[state=checked]:bg-accent"
          >
            <Checkbox
              id={`category-${category}`}
              checked={chosen.includes(category)}
              onCheckedChange={(isOn) => toggle(category, isOn === true)}
            />
            {categoryLabel(category)}
          </label>
        ))}
      </div>
      {errors.map(({ path, message }) => (
        <p key={path + message} className="text-destructive text-sm">
          {message}
        </p>
      ))}
    </fieldset>
  )
}
