import { createClient, ValidationError } from 'guildhall/sdk'

const guildhall = createClient({ baseUrl: 'http://localhost:3000', key: process.env.GUILDHALL_KEY ?? '' })
try {
  const statistics = await guildhall.call('guildhall.text_tools.text_statistics', { text: 'Two words.' })
  console.log(statistics)
} catch (error) {
  if (error instanceof ValidationError) console.error(error.details)
  throw error
}
