#!/bin/bash
# one_node_slurm.sh FOLDER COMMAND...: runs a command with a Slurm of this machine alone, which keeps all that is its own in FOLDER,
# and ends it afterwards. Nobody else may reach it, so nobody is asked who they are; and it counts on no cgroups,
# which a container may have none of.
set -euo pipefail
folder=$(realpath "$1")
shift
export PATH=$PATH:/usr/sbin:/sbin SLURM_CONF=$folder/slurm.conf
mkdir -p "$folder/state" "$folder/spool" "$folder/cgroup"
port=$((20000 + $$ % 20000 * 2))
user=$(id -un)
cat >"$SLURM_CONF" <<CONF
ClusterName=here
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=1
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
NodeName=localhost NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=localhost Default=YES State=UP
CONF
printf 'CgroupPlugin=cgroup/v1\nCgroupMountpoint=%s\n' "$folder/cgroup" >"$folder/cgroup.conf"

# end_daemon NAME: the one that was started here, whose number it has written down.
end_daemon() {
  local number
  number=$(cat "$folder/$1.pid" 2>/dev/null) || return 0
  kill "$number" 2>/dev/null || return 0
  for _ in {1..100}; do
    kill -0 "$number" 2>/dev/null || return 0
    sleep 0.1
  done
}
trap 'end_daemon slurmd; end_daemon slurmctld' EXIT

slurmctld -f "$SLURM_CONF" >"$folder/start.log" 2>&1
slurmd -f "$SLURM_CONF" -N localhost >>"$folder/start.log" 2>&1
for _ in {1..300}; do
  [[ $(sinfo -h -o %T 2>/dev/null) != idle ]] || break
  sleep 0.1
done
"$@"
