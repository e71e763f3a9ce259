-- Parses with optparse-applicative.
module Main (main) where

import Data.List (intercalate)
import Options.Applicative

data Value = Text String | Number Double | Switch Bool | Texts [String]

type Values = [(String, Value)]

text :: String -> Parser String -> Parser (String, Value)
text name parser = (,) name . Text <$> parser

switchOf :: String -> Mod FlagFields Bool -> Parser (String, Value)
switchOf name extra = (,) name . Switch <$> switch (long name <> extra)

add :: Parser Values
add =
  sequenceA
    [ text "output" (strOption (long "output" <> short 'o' <> metavar "FILE" <> value "" <> help "Write the result to this file instead of the standard output, and create the directories that lead to it"))
    , text "format" (strOption (long "format" <> metavar "FORMAT" <> value "text" <> showDefault <> help "Output format: json, yaml or text"))
    , (,) "tag" . Texts <$> many (strOption (long "tag" <> short 't' <> metavar "TAG" <> help "Attach a tag; replaces --label of version 1"))
    , (,) "color" . Switch . not <$> switch (long "no-color" <> help "Do not color the output")
    , (,) "id" . Number <$> option auto (long "id" <> metavar "INT" <> help "Number of the store")
    , (,) "rate" . Number <$> option auto (long "rate" <> metavar "NUMBER" <> value 0.5 <> showDefault <> help "Share of the entries to sample")
    ]
    `plus` form
    `plus` sequenceA
      [ switchOf "plain" mempty
      , (,) "verbose" . Number . fromIntegral . length <$> many (flag' () (long "verbose" <> short 'v' <> help "Print more"))
      , text "owner" (strOption (long "owner" <> metavar "NAME" <> value "" <> help "Owner of the entries"))
      , text "secret" (strOption (long "secret" <> value "" <> internal))
      , (,) "src" . Texts <$> some (strArgument (metavar "SRC..." <> help "Files to add"))
      ]
  where
    plus = liftA2 (<>)
    form = flag' [("json", Switch True)] (long "json" <> help "Print JSON") <|> flag' [("yaml", Switch True)] (long "yaml" <> help "Print YAML") <|> pure []

setUrl :: Parser Values
setUrl =
  sequenceA
    [ switchOf "push" (help "Change the address for pushes only")
    , text "name" (strArgument (metavar "NAME" <> help "Name of the remote"))
    , text "url" (strArgument (metavar "URL" <> help "New address"))
    ]

named :: String -> String -> Parser a -> Mod CommandFields a
named name description parser = command name (info (parser <**> helper) (progDesc description))

encode :: Value -> String
encode (Text one) = show one
encode (Number one) = show one
encode (Switch one) = if one then "true" else "false"
encode (Texts all') = "[" <> intercalate "," (map show all') <> "]"

main :: IO ()
main = do
  let remote = subparser (named "set-url" "Change the address of a remote" setUrl)
      demo = subparser (named "add" "Add entries to the store" add <> named "remote" "Manage remotes" remote)
  values <- execParser (info (demo <**> helper) (fullDesc <> progDesc "Keep entries in a store"))
  putStrLn ("{" <> intercalate "," [show name <> ":" <> encode one | (name, one) <- values] <> "}")
