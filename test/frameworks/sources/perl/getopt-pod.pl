use strict;
use warnings;
use Getopt::Long qw(:config bundling);
use JSON::PP;
use Pod::Usage;

my %values = (format => 'text', tag => [], color => 1, rate => 0.5, verbose => 0);
GetOptions(
    'output|o=s' => \$values{output},
    'format=s'   => \$values{format},
    'tag|t=s'    => $values{tag},
    'color!'     => \$values{color},
    'sign:s'     => sub { $values{sign} = $_[1] eq '' ? 'auto' : $_[1] },
    'id=i'       => \$values{id},
    'rate=f'     => \$values{rate},
    'json'       => \$values{json},
    'yaml'       => \$values{yaml},
    'plain'      => \$values{plain},
    'verbose|v+' => \$values{verbose},
    'owner=s'    => \$values{owner},
    'help|h'     => sub { pod2usage(-exitval => 0, -verbose => 1) },
) or pod2usage(2);
print JSON::PP->new->canonical->encode({ %values, src => [@ARGV] }), "\n";

__END__

=head1 NAME

demo - Add entries to the store

=head1 SYNOPSIS

demo [options] --id INT SRC...

=head1 OPTIONS

=over 4

=item B<-o>, B<--output> FILE

Write the result to this file instead of the standard output, and create the directories that lead to it

=item B<--format> FORMAT

Output format: json, yaml or text (default: text)

=item B<-t>, B<--tag> TAG

Attach a tag; replaces --label of version 1

=item B<--[no]color>

Color the output

=item B<--sign>[=KEY]

Sign the entries

=item B<--id> INT

Number of the store

=item B<--rate> NUMBER

Share of the entries to sample (default: 0.5)

=item B<--json>

Print JSON

=item B<--yaml>

Print YAML

=item B<--plain>

=item B<-v>, B<--verbose>

Print more; can be repeated

=item B<--owner> NAME

Owner of the entries

=item B<-h>, B<--help>

Print this help

=back

=cut
