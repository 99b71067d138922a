'use client'

import { type ComponentProps, useState } from 'react'
import { cn } from '../cn.ts'
import { Input } from './input.tsx'
import { RevealButton } from './reveal-button.tsx'

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cn('pr-11', className)}
        spellCheck={false}
      />
      <RevealButton isShown={isShown} onChange={setShown} className="top-1/2 -translate-y-1/2" />
    </div>
  )
}
