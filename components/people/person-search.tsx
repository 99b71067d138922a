'use client'

import { paths } from '#lib/contract/market/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** A plain form: what was searched for is in the URL. */
export function PersonSearch({ q }: { q: string }) {
  return (
    <form action={paths.users} className="flex flex-wrap items-end gap-3">
      <Field label="Name or email" className="w-full sm:w-80">
        {(wired) => <Input {...wired} type="search" name="q" defaultValue={q} />}
      </Field>
      <Button type="submit" variant="outline">
        Search
      </Button>
    </form>
  )
}
