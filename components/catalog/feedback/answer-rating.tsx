'use client'

import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { AnswerRatingProps } from './answer-dialog.tsx'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

export function AnswerRating(props: AnswerRatingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" className="-ml-2 w-fit px-2" onClick={() => setOpen(true)}>
        {props.text ? 'Edit the answer' : 'Answer'}
        <span className="sr-only"> {props.by}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <AnswerDialog {...props} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
