<?php

require '/usr/share/php/Symfony/Component/Console/autoload.php';

use Symfony\Component\Console\Application;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

$long = 'Write the result to this file instead of the standard output, and create the directories that lead to it';
$add = (new Command('add'))
    ->setDescription('Add entries to the store')
    ->addArgument('src', InputArgument::IS_ARRAY | InputArgument::REQUIRED, 'Files to add')
    ->addOption('output', 'o', InputOption::VALUE_REQUIRED, $long)
    ->addOption('format', null, InputOption::VALUE_REQUIRED, 'Output format: json, yaml or text', 'text')
    ->addOption('tag', 't', InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'Attach a tag; replaces --label of version 1')
    ->addOption('color', null, InputOption::VALUE_NEGATABLE, 'Color the output', true)
    ->addOption('sign', null, InputOption::VALUE_OPTIONAL, 'Sign the entries', false)
    ->addOption('id', null, InputOption::VALUE_REQUIRED, 'Number of the store')
    ->addOption('rate', null, InputOption::VALUE_REQUIRED, 'Share of the entries to sample', 0.5)
    ->addOption('json', null, InputOption::VALUE_NONE, 'Print JSON')
    ->addOption('yaml', null, InputOption::VALUE_NONE, 'Print YAML')
    ->addOption('plain')
    ->addOption('owner', null, InputOption::VALUE_REQUIRED, 'Owner of the entries')
    ->setCode(function (InputInterface $input, OutputInterface $output): int {
        $values = $input->getOptions();
        $values['sign'] ??= 'auto';
        $values['verbose'] = 0;
        $output->writeln(json_encode(['src' => $input->getArgument('src')] + $values));
        return 0;
    });
$setUrl = (new Command('remote:set-url'))
    ->setDescription('Change the address of a remote')
    ->addArgument('name', InputArgument::REQUIRED, 'Name of the remote')
    ->addArgument('url', InputArgument::REQUIRED, 'New address')
    ->addOption('push', null, InputOption::VALUE_NONE, 'Change the address for pushes only')
    ->setCode(function (InputInterface $input, OutputInterface $output): int {
        $output->writeln(json_encode($input->getArguments() + $input->getOptions()));
        return 0;
    });

$application = new Application('demo', '1.2.3');
$application->addCommands([$add, $setUrl]);
$application->run();
