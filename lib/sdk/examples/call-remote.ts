import { createClient, ValidationError } from 'guildhall/sdk'

type Statistics = { message: string; words: number }

export async function countWords(text: string): Promise<number> {
  const guildhall = createClient({ baseUrl: 'http://localhost:3000', key: process.env.GUILDHALL_KEY ?? '' })
  try {
    const statistics = await guildhall.call<Statistics>('guildhall.text_tools.text_statistics', { text })
    return statistics.words
  } catch (error) {
    if (error instanceof ValidationError) console.error(error.details)
    throw error
  }
}
