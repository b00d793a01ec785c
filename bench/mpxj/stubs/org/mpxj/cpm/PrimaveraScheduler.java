package org.mpxj.cpm;

import org.mpxj.ProjectFile;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class PrimaveraScheduler {
  public void schedule(ProjectFile file, java.time.LocalDateTime start) {}
}
